/**
 * @file Agglomerative clustering by average linkage: the two clusters with the smallest mean distance between their members
 * are merged, as long as it is below a threshold. Of equally near pairs the first is merged.
 */

/** @returns the clusters as lists of places */
export function averageLinkage(distances: readonly (readonly number[])[], threshold: number): number[][] {
  const clusters = distances.map((_, place) => [place]);
  /** Summed distances between the members of two clusters. */
  const sums = distances.map((row) => [...row]);
  for (;;) {
    let nearest = { distance: threshold, a: -1, b: -1 };
    for (let a = 0; a < clusters.length; a++)
      for (let b = a + 1; b < clusters.length; b++) {
        const distance = sums[a][b] / (clusters[a].length * clusters[b].length);
        if (distance < nearest.distance) nearest = { distance, a, b };
      }
    const { a, b } = nearest;
    if (a < 0) return clusters;
    clusters[a].push(...clusters[b]);
    sums.forEach((row, other) => (row[a] = sums[a][other] += sums[b][other]));
    for (const row of sums) row.splice(b, 1);
    sums.splice(b, 1);
    clusters.splice(b, 1);
  }
}
