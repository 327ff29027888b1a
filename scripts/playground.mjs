#!/usr/bin/env node
/** @file `npx genenv-playground` serves the page of the installed package and opens it in the browser. */
import { openPage, pageOptions } from './page-server.mjs';

await openPage(pageOptions(process.argv.slice(2)));
