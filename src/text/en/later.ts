/** @file The words of what can be opened in English. */
export { article as articleText } from './article.ts';
export { figures as figuresText } from './figures.ts';
export { glossary } from './glossary.ts';
export { inside as insideText } from './inside.ts';
export { lessons } from './lessons.ts';
export { losses as lossesText } from './losses.ts';
export { modelExport } from './model-export-panel.ts';
export { models as modelsText } from './models.ts';
export { opened as openedText } from './opened.ts';
export { plan as planText } from './plan.ts';
export { pools as poolsText } from './pools.ts';
export { prediction as predictionText } from './prediction.ts';
export { filterSentence, reasonSentence } from './reasons.ts';
export { end as endText } from './run-end.ts';
export { sweeps as sweepsText } from './sweeps.ts';
export { theory as theoryText } from './theory.ts';
export { tryIt as tryItText } from './try-it.ts';
