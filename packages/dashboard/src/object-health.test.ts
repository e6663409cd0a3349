import { expect, it } from 'vitest'
import { healthOf } from './object-health.ts'

const condition = (type: string, status: string, reason = '', message = '') => ({ type, status, reason, message })

it.each([
  ['no status', {}, 'quiet', ''],
  ['Ready=True', { status: { conditions: [condition('Ready', 'True')] } }, 'good', 'Ready'],
  [
    'Ready=False with its reason',
    { status: { conditions: [condition('Ready', 'False', 'Starting')] } },
    'busy',
    'Starting',
  ],
  [
    'Stalled=True before Ready',
    { status: { conditions: [condition('Ready', 'True'), condition('Stalled', 'True', 'Broken')] } },
    'bad',
    'Broken',
  ],
  ['phase Running', { status: { phase: 'Running' } }, 'good', 'Running'],
  ['phase Failed', { status: { phase: 'Failed' } }, 'bad', 'Failed'],
  ['an intermediate state', { status: { state: 'Creating' } }, 'busy', 'Creating'],
  ['invalid conditions', { status: { conditions: [null, 'x', 3, {}] } }, 'quiet', ''],
  ['a status that is not an object', { status: 'fine' }, 'quiet', ''],
])('the health of an object is derived from %s', (_, fields, tone, text) => {
  expect(healthOf({ metadata: { name: 'a', uid: '1' }, ...fields } as never)).toMatchObject({ tone, text })
})
