/** Random sequences of operations. A seed that found a difference stays: its number names it. */
import { defineSuite } from '../../../tools/conformance/steps.ts'
import { randomSequence, widgetProperties } from './random-sequence.ts'
import { establish, version } from './widgets.ts'

export default defineSuite({
  section: '1.9',
  topic: 'sequences',
  setup: establish({
    versions: [
      version(widgetProperties, {
        subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.replicas' } },
      }),
    ],
  }),
  cases: Array.from({ length: 100 }, (_, at) => randomSequence(at + 1)),
})
