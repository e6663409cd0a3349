/** Deletes finished Jobs after `ttlSecondsAfterFinished`. */
import { again, defineController, done } from '@kubewright/controller'
import { refOf } from '@kubewright/core'
import { parseTime } from '@kubewright/core/time'
import { Job } from '@kubewright/kubernetes'
import { ignoreReplaced } from '../pod-control.ts'
import { endingOf } from './job-state.ts'

export const jobTtl = defineController({
  name: 'job-ttl',
  for: Job,
  when: 'any-change',
  async reconcile(job, { client, signal, now }) {
    const { ttlSecondsAfterFinished } = job.spec
    const ending = endingOf(job)
    if (ttlSecondsAfterFinished === undefined || typeof ending?.lastTransitionTime !== 'string') return done()
    const leftMs = parseTime(ending.lastTransitionTime) + ttlSecondsAfterFinished * 1_000 - +now()
    if (leftMs > 0) return again(leftMs)
    const { uid } = job.metadata
    const options = { preconditions: { uid }, propagationPolicy: 'Foreground', signal } as const
    await client.delete(Job, refOf(job), options).catch(ignoreReplaced)
    return done()
  },
})
