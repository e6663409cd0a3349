/** The first of the random sequences that `npm run conformance` sends to both servers, and regressions found by others. */
import { gadgetVersion, widgetVersion } from '../../../tools/conformance/sequences/definitions.ts'
import { randomSequence } from '../../../tools/conformance/sequences/random-sequence.ts'
import { defineSuite } from '../../../tools/conformance/steps.ts'
import { nullCases } from './nulls.ts'
import { establish } from './widgets.ts'

const recorded = 100

export default defineSuite({
  section: '1.9',
  topic: 'sequences',
  setup: [
    ...establish({ versions: [widgetVersion] }),
    ...establish({ plural: 'gadgets', kind: 'Gadget', versions: [gadgetVersion] }),
  ],
  cases: [...nullCases, ...Array.from({ length: recorded }, (_, at) => randomSequence(at + 1))],
})
