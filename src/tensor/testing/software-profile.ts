/** @file The profile of a software adapter that is not there. */
import { profileOf, type Profile } from '../profile.ts';

/** @param lanes of its subgroups; 0: it has none */
export const softwareProfile = (lanes: number): Profile =>
  profileOf({
    info: { isFallbackAdapter: true, subgroupMinSize: lanes, subgroupMaxSize: lanes },
    features: new Set(lanes ? ['subgroups'] : []),
  } as unknown as GPUAdapter);
