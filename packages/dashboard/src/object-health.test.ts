import { expect, it } from 'vitest'
import { healthOf } from './object-health.ts'

const condition = (type: string, status: string, reason = '', message = '') => ({ type, status, reason, message })

it.each([
  ['nothing', {}, 'quiet', ''],
  ['readiness', { status: { conditions: [condition('Ready', 'True')] } }, 'good', 'Ready'],
  ['what it waits for', { status: { conditions: [condition('Ready', 'False', 'Starting')] } }, 'busy', 'Starting'],
  [
    'an alarm before readiness',
    { status: { conditions: [condition('Ready', 'True'), condition('Stalled', 'True', 'Broken')] } },
    'bad',
    'Broken',
  ],
  ['a phase', { status: { phase: 'Running' } }, 'good', 'Running'],
  ['a phase that is bad', { status: { phase: 'Failed' } }, 'bad', 'Failed'],
  ['a state in between', { status: { state: 'Creating' } }, 'busy', 'Creating'],
  ['conditions that are none', { status: { conditions: [null, 'x', 3, {}] } }, 'quiet', ''],
  ['a status that is none', { status: 'fine' }, 'quiet', ''],
])('an object says how it does by %s', (_, fields, tone, text) => {
  expect(healthOf({ metadata: { name: 'a', uid: '1' }, ...fields } as never)).toMatchObject({ tone, text })
})
