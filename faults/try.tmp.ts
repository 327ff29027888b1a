import { jobsOf, runTrials, emptyTally } from '/work/w-faults/faults/campaign.ts';
const mod = await import(process.argv[2]);
const subjects = Object.values(mod).filter((s: any) => s?.faults && s?.open) as any[];
for (const job of jobsOf(subjects, process.argv[4] ?? '')) { const t = emptyTally(job); const b = performance.now(); await runTrials(job, t, { seed: Number(process.argv[5] ?? 1), first: 0, end: Number(process.argv[3]) });
 console.log(t.subject, '/', t.fault, t.trials, t.refused, t.recovered, t.failures.length, ((performance.now()-b)/t.trials).toFixed(1)+' ms', t.skipped ? 'SKIPPED':'');
 for (const f of t.failures.slice(0, 6)) console.log('   ', f.trial, f.message.slice(0, 400)); }
process.exit();
