#!/usr/bin/env node
/** @file Serves the page of the installed package and opens it in the browser (`npx genenv-playground`). */
import { openPage, pageOptions } from './page-server.mjs';

await openPage(pageOptions(process.argv.slice(2)));
