/** @file What the arms of a comparison are called. */
export { armTitle } from '../../analysis/arm-variants.ts';
