import { type Action, type HouseholdWorld, PREPOSITION } from '../facts.ts';

export function formatCommand({ wording }: Pick<HouseholdWorld, 'wording'>, action: Action): string {
  switch (action.kind) {
    case 'look':
    case 'inventory':
    case 'help':
      return action.kind;
    case 'go':
      return `go to ${action.receptacle.name}`;
    case 'open':
    case 'close':
      return `${action.kind} ${action.receptacle.name}`;
    case 'examine receptacle':
      return `examine ${action.receptacle.name}`;
    case 'examine object':
      return `examine ${action.object.name}`;
    case 'use':
      return `use ${action.object.name}`;
    case 'take':
      return `take ${action.object.name} from ${action.receptacle.name}`;
    case 'put':
      return `${wording} ${action.object.name} ${PREPOSITION[wording]} ${action.receptacle.name}`;
    case 'clean':
    case 'heat':
    case 'cool':
      return `${action.kind} ${action.object.name} with ${action.receptacle.name}`;
    case 'slice':
      return `slice ${action.object.name} with ${action.knife.name}`;
  }
}
