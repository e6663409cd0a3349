/** Catalogue 1.8: lists of compacted versions. */
import {
  check,
  defineSuite,
  forget,
  get,
  inNamespace,
  mergePatch,
  post,
  quietly,
} from '../../../tools/conformance/steps.ts'

const configMaps = inNamespace('configmaps')
const made = ['a', 'b', 'c'].map((name) => quietly(post(configMaps, { metadata: { name } }, { saveAs: name })))
const changed = quietly(mergePatch(`${configMaps}/b`, { data: { late: 'yes' } }))

export default defineSuite({
  section: '1.8',
  topic: 'forgotten',
  wantsForgetfulServer: true,
  cases: [
    {
      ...check(
        'lists nothing that is forgotten',
        'LI-4',
        ...made,
        changed,
        forget,
        get(`${configMaps}?resourceVersion={{a.metadata.resourceVersion}}&resourceVersionMatch=Exact`),
        get(`${configMaps}?resourceVersion={{a.metadata.resourceVersion}}&limit=1`),
        get(`${configMaps}?resourceVersion={{a.metadata.resourceVersion}}&resourceVersionMatch=NotOlderThan`),
        get(`${configMaps}?resourceVersion={{a.metadata.resourceVersion}}`),
      ),
      runsAlone: true,
    },
    {
      ...check(
        'goes on from a page that is forgotten with what there is',
        'LI-7 ER-22',
        ...made,
        quietly(get(`${configMaps}?limit=1`, { saveAs: 'page' })),
        changed,
        forget,
        // Without cache snapshots the server encodes the continue token differently.
        get(`${configMaps}?limit=1&continue={{page.metadata.continue}}`, { compare: 'shape' }),
      ),
      runsAlone: true,
    },
  ],
})
