import { explore, replay } from '@kubewright/testing'
import { parsePlanFile } from '@kubewright/testing/exploration'
import { expect, it } from 'vitest'
import { bounded, judged, timeout } from './judged.ts'
import { severalClusters } from './several-clusters.ts'

judged(severalClusters)

it('exploration of several clusters names the cut link, and its plan can be stored and replayed', {
  timeout,
}, async () => {
  const explored = { ...bounded, ...severalClusters[2]!.explored(false) }
  const report = await explore(explored)
  const failure = report.failures.find(({ oracle }) => oracle === 'end-state')!
  expect(failure.story()).toContain('the link to east is cut')
  const again = await replay(explored, parsePlanFile(failure.planFile()))
  expect(again.failures.map(({ oracle }) => oracle)).toContain('end-state')
})
