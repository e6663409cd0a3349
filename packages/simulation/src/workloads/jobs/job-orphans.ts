/** Releases pods whose Job will not count them: it is gone, has finished, or does not own them. */
import { defineController, done, watch } from '@kubewright/controller'
import { controllerOf, refOf } from '@kubewright/core'
import { Job, Pod } from '@kubewright/kubernetes'
import { bearingConflicts } from '../../conflicts.ts'
import { podsByController } from '../controlled-pods.ts'
import { isTracked } from './job-pods.ts'
import { endingOf } from './job-state.ts'
import { release } from './release-pod.ts'

export const jobOrphans = defineController({
  name: 'job-orphans',
  for: Pod,
  seesDeletion: true,
  when: isTracked,
  indexes: [podsByController],
  watches: [
    watch(Job, {
      when: (job, previous) =>
        endingOf(job) !== undefined && (previous === undefined || endingOf(previous) === undefined),
      requests: ({ metadata }, { find }) => find(podsByController, metadata.uid),
    }),
  ],
  reconcile: bearingConflicts(async (pod, ctx) => {
    if (!isTracked(pod)) return done()
    const owner = controllerOf(pod)
    const { namespace } = refOf(pod)
    const place = { name: owner?.name ?? '', ...(namespace === undefined ? {} : { namespace }) }
    const job = owner?.kind === 'Job' ? ctx.cache.get(Job, place) : undefined
    const isCounting = job !== undefined && job.metadata.uid === owner?.uid && endingOf(job) === undefined
    if (!isCounting) await release(pod, ctx)
    return done()
  }),
})
