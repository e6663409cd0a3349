import { describe, expect, it } from 'vitest'
import { queueContract } from './contract.ts'
import { WorkQueue } from './work-queue.ts'

describe('WorkQueue', () => {
  for (const { guarantee, name, run } of queueContract) {
    it(`${guarantee}: ${name}`, async () => {
      await expect(run((options) => new WorkQueue(options))).resolves.toBeUndefined()
    })
  }
})
