/** @file The folder of the shipped models: commands look up model names in it unless `--models` names another folder. */
import { fileURLToPath } from 'node:url';

export const MODELS_FOLDER = fileURLToPath(new URL('../../models', import.meta.url));
