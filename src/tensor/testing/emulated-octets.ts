/**
 * @file Products, and layers, of vectors of eight lanes on adapters whose vectors have four: a lane reads in workgroup memory what the
 * lane of the other quad has. So the kernels around it are tested where its instruction cannot be.
 */
import { octetBetweenAttentions } from '../ops/software/between-attentions.ts';
import { octetProducts } from '../ops/software/matmul.ts';
import { profiles, type Profile } from '../profile.ts';

const OTHER_QUAD = `
var<workgroup> ofLanes: array<f32, 8>;
fn otherQuad(x: f32, lane: u32) -> f32 {
  workgroupBarrier();
  ofLanes[lane] = x;
  workgroupBarrier();
  return ofLanes[lane ^ 4u];
}`;

export const emulatedOctets: Profile = {
  ...profiles.quad,
  products: octetProducts(OTHER_QUAD),
  betweenAttentions: octetBetweenAttentions(OTHER_QUAD, 256),
};
