/** @file Who holds a head, by adapter, kernel and width. */
import { expect, it } from 'vitest';
import { QUAD } from '../lanes.ts';
import { profiles, type Profile } from '../profile.ts';
import { headLayout } from './head-layout.ts';

function holderOf(profile: Profile, kernel: 'decoding' | 'others', headDim: number): string {
  const { lanes, isShared } = headLayout(profile, kernel, headDim);
  if (isShared) return 'lane';
  return lanes === QUAD ? 'quad' : 'thread';
}

it.each([
  ['quads', profiles.quad, ['thread', 'thread', 'thread', 'quad'], ['lane', 'lane', 'lane', 'quad']],
  ['a graphics processor', profiles.tiled, Array(4).fill('thread'), Array(4).fill('thread')],
])('on %s heads of 8, 16, 32 and 40 channels are held as is fastest', (_, profile, decoding, others) => {
  const widths = [8, 16, 32, 40];
  expect(widths.map((width) => holderOf(profile, 'decoding', width))).toEqual(decoding);
  expect(widths.map((width) => holderOf(profile, 'others', width))).toEqual(others);
});
