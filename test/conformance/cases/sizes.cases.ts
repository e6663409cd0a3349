/** Catalogue 1.2 and 1.5: bodies and objects that are too large, and the parts that the server drops before it rejects one. */
import {
  apply,
  check,
  defineSuite,
  get,
  inNamespace,
  mergePatch,
  post,
  put,
  quietly,
} from '../../../tools/conformance/steps.ts'
import { establish, version, widget, widgets } from './widgets.ts'

const text = (size: number) => 'x'.repeat(size)
const filled = (size: number) => widget({ name: 'a' }, { blob: text(size) })
const a = `${widgets}/a`
const podTemplates = inNamespace('podtemplates')
const podTemplate = (size: number) => ({
  metadata: { name: 'a' },
  template: { spec: { containers: [{ name: 'a', image: 'a', env: [{ name: 'A', value: text(size) }] }] } },
})
const made = quietly(post(widgets, filled(1)))

export default defineSuite({
  section: '1.5',
  topic: 'sizes',
  setup: establish({ versions: [version({ blob: { type: 'string' } })] }),
  cases: [
    ...[1_000_000, 1_600_000, 2_200_000, 3_200_000].map((size) =>
      check(`creates an object of ${size} bytes, or does not`, 'CN-14 SSA-20', post(widgets, filled(size))),
    ),
    ...[1_000_000, 1_600_000, 2_200_000].map((size) =>
      check(`creates a built-in object of ${size} bytes, or does not`, 'SSA-20', post(podTemplates, podTemplate(size))),
    ),
    check('gives up managers before it refuses', 'SSA-20', post(widgets, filled(1_572_350)), made, get(a)),
    check(
      'lets an object grow only so far',
      'SSA-20',
      made,
      mergePatch(a, { blob: text(1_572_350) }),
      mergePatch(a, { blob: text(1_600_000) }),
      put(a, filled(2_200_000)),
    ),
    check('does not give up managers of what is applied', 'SSA-20', made, apply(a, 'one', filled(1_572_350))),
    check('tries what it could not keep', 'SSA-20', post(`${widgets}?dryRun=All`, filled(1_600_000))),
    check(
      'measures what it keeps, not what it is told',
      'SSA-20',
      post(inNamespace('configmaps'), { metadata: { name: 'a' }, data: { lines: '\n'.repeat(1_048_000) } }),
      post(inNamespace('secrets'), {
        metadata: { name: 'a', annotations: { a: text(262_000) } },
        data: { a: Buffer.alloc(1_048_570).toString('base64') },
      }),
    ),
  ],
})
