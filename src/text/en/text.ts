/**
 * @file Every word of the page in English, one file a subject. Texts with numbers are functions of formatted strings;
 * sentences of codes are functions of the code with its parameters.
 */
export * from './axes.ts';
export * from './charts.ts';
export * from './circuit.ts';
export * from './departures.ts';
export * from './families.ts';
export * from './first-minute.ts';
export * from './frame.ts';
export * from './glossary-forms.ts';
export * from './loop.ts';
export * from './problems.ts';
export * from './replay.ts';
export * from './run-page.ts';
export * from './runs.ts';
export * from './settings-panel.ts';
export * from './settings.ts';
export * from './story.ts';
