import { describe, expect, it } from 'vitest'
import {
  answeredAnnotation,
  askedAnnotation,
  assignmentAnnotation,
  drainLabel,
  releasedNote,
  renewalsAnnotation,
  reservedAnnotation,
  ringLabel,
  sharderHolder,
  shardLabel,
  shardLeaseName,
  shardNameLabel,
  stateLabel,
  workAnnotation,
} from './names.ts'

describe('the stored names of a ring', () => {
  it('are unchanged since the first version, because existing objects and leases have them', () => {
    expect([shardLabel('web'), drainLabel('web'), assignmentAnnotation('web'), releasedNote]).toEqual([
      'shard.kubewright.dev/web',
      'drain.kubewright.dev/web',
      'sharding.kubewright.dev/web',
      '-',
    ])
    expect([ringLabel, shardNameLabel, stateLabel, sharderHolder, shardLeaseName('web', 'web-0')]).toEqual([
      'sharding.kubewright.dev/ring',
      'sharding.kubewright.dev/shard',
      'sharding.kubewright.dev/state',
      'kubewright-sharder',
      'web.web-0',
    ])
    expect([askedAnnotation, answeredAnnotation, renewalsAnnotation, reservedAnnotation, workAnnotation]).toEqual([
      'sharding.kubewright.dev/count-requested',
      'sharding.kubewright.dev/count-answered',
      'sharding.kubewright.dev/renewals',
      'sharding.kubewright.dev/reserved-seconds',
      'sharding.kubewright.dev/work',
    ])
  })

  it('fit into a label even with the longest ring name', () => {
    const [, name = ''] = shardLabel('a'.repeat(63)).split('/')
    expect(name.length).toBe(63)
  })
})
