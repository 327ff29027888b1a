/** @file Maps success rates (horizontal) and rewards (vertical) to pixels of a plot of R_env. */
export interface FilterScale {
  /** Vertical position of the top of the curve, in pixels. */
  top: number;
  /** Vertical position of the line below the tasks' dots, in pixels. */
  floor: number;
  /** Maps a success rate, even one outside 0 to 1, to a horizontal position in pixels. */
  x(rate: number): number;
  y(reward: number): number;
}

/** Returns the scale of a plot. @param size of the plot in pixels */
export function filterScale(size: { width: number; height: number }, compact: boolean): FilterScale {
  const margin = { x: compact ? 8 : 16, top: compact ? 8 : 26, bottom: 18 };
  const floor = size.height - margin.bottom;
  return {
    top: margin.top,
    floor,
    x: (rate) => margin.x + rate * (size.width - 2 * margin.x),
    y: (reward) => floor - 4 - reward * (floor - 4 - margin.top),
  };
}
