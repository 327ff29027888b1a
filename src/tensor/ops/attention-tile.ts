/** @file The unit of work of attention: a few neighbouring tokens and the range of keys they attend to. */

/** Most tokens of a tile of a packed batch. */
export const TILE = 8;

/** u32 words of a tile on the GPU: two vec4u. */
export const TILE_WORDS = 8;

/**
 * Neighbouring tokens of one prompt or of one completion. The token at position p attends to the keys of its prompt,
 * rows [promptStart, promptEnd), and to [ownStart, ownStart + p − (promptEnd − promptStart)], the keys before its own in
 * its completion and its own. For tokens of a prompt the first range is empty, and ownStart is where the prompt starts.
 */
export interface AttentionTile {
  /** Index of the first token among the queries. */
  first: number;
  /** Tokens, at most TILE. */
  count: number;
  /** End of the queries that attend to these tokens; read by the backward pass. */
  attendedUntil: number;
  /** Position of the first token in its sequence. */
  position: number;
  promptStart: number;
  promptEnd: number;
  ownStart: number;
}

/** A tile as the kernels read it. */
export const tileWords = (tile: AttentionTile): number[] => [
  tile.first,
  tile.count,
  tile.attendedUntil,
  tile.position,
  tile.promptStart,
  tile.promptEnd,
  tile.ownStart,
  // Unused: fills the second vec4u.
  0,
];
