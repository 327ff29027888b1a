/** @file Damaged links with settings: a link comes from anyone, so reading one never throws. */
import { presetNames, presetSettings } from '../../src/genenv/settings/presets.ts';
import { parseSettings } from '../../src/genenv/settings/settings.ts';
import { readShareQuery, shareQuery } from '../../src/ui/address/share-url.ts';
import { text } from '../../src/text/text.ts';
import type { Subject } from '../campaign.ts';
import { BYTE_DAMAGES, damageFile } from '../damage.ts';
import { checkSentence } from '../sentence.ts';

export const links: Subject = {
  name: 'links',
  faults: BYTE_DAMAGES,
  async open() {
    return {
      async run(fault, random) {
        const settings = parseSettings({
          ...presetSettings(random.choice(presetNames)),
          seed: random.word(),
          alpha: random.next(),
        });
        const query = shareQuery({ settings, hidden: ['preset', 'kMin'] });
        // An address has no lines; its parts are mixed as lines are.
        const parts = new TextEncoder().encode(query.replaceAll('&', '\n'));
        const damaged = new TextDecoder().decode(damageFile(parts, fault, random)).replaceAll('\n', '&');
        const read = readShareQuery(damaged);
        for (const problem of read.problems) checkSentence(text.linkProblemText(problem));
        parseSettings(read.settings);
        return read.problems.length > 0 ? 'refused' : 'recovered';
      },
    };
  },
};
