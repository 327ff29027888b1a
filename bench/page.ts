/** @file Runs the contestants in a page. The query parameter `tabgpt` names the folder of TabGPT's source. */
import { benchmarkOf, contestantsOf } from './contestants.ts';

async function adapterName(): Promise<string> {
  const { vendor, architecture } = (await navigator.gpu.requestAdapter())!.info;
  return `${vendor} ${architecture}`;
}

const tabgpt = new URLSearchParams(location.search).get('tabgpt') ?? undefined;
Object.assign(window, { benchmark: benchmarkOf(contestantsOf(tabgpt), adapterName) });
