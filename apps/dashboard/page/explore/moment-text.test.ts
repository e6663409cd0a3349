import type { StoryMoment } from '@kubewright/dashboard/exploration'
import { expect, it } from 'vitest'
import { firstFault, momentText } from './moment-text.ts'

const struck = { text: 'the response is lost', at: 'answer' } as const
const moments: readonly (readonly [StoryMoment, string])[] = [
  [{ type: 'step', from: 'user', text: 'step 1: one' }, 'step 1: one'],
  [
    { type: 'event', from: 'server', to: 'operator 1', text: 'sites a added' },
    'operator 1 gets the watch event: sites a added',
  ],
  [{ type: 'begin', from: 'operator 1', text: 'reconciles a' }, 'operator 1 reconciles a'],
  [{ type: 'wait', from: 'user', text: 'waits 3d' }, 'the user waits 3d'],
  [
    { type: 'call', from: 'operator 1', to: 'server', text: 'create a', sent: '{}', answer: '201', struck },
    'operator 1 to server: create a {} → 201, but the response is lost',
  ],
  [{ type: 'call', from: 'operator 1', to: 'dns', text: 'dns.ensure' }, 'operator 1 to dns: dns.ensure'],
]

it.each(moments)('the moment %j is shown as %s', (moment, text) => expect(momentText(moment)).toBe(text))

it('firstFault returns the first moment with a fault', () => {
  expect(firstFault(moments.map(([moment]) => moment))).toBe(4)
  expect(firstFault([])).toBe(-1)
})
