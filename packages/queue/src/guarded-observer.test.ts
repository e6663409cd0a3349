import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { WorkQueue } from './work-queue.ts'

describe('a queue observer that throws', () => {
  let warned: MockInstance
  beforeEach(() => {
    warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  })
  afterEach(() => void vi.restoreAllMocks())

  const broken = () => {
    throw new Error('no such metric')
  }

  it('loses no key and does not block a drain', async () => {
    const observer = { waiting: broken, taken: broken, returned: broken, delayed: broken, dropped: broken }
    const queue = new WorkQueue<string>({ observer })
    queue.add('a')
    queue.add('b', { after: '1m' })
    const task = await queue.take()
    expect(task?.key).toBe('a')
    const drained = queue.drain()
    task?.[Symbol.dispose]()
    await drained
    expect(queue.snapshot()).toMatchObject({ isClosed: true, waiting: { count: 0 }, running: { count: 0 } })
  })

  it('is reported with the name of the hook', () => {
    const queue = new WorkQueue<string>({ observer: { waiting: broken } })
    queue.add('a')
    queue.close('drop')
    expect(warned).toHaveBeenCalledWith(
      expect.stringContaining('`waiting`'),
      expect.objectContaining({ code: 'KW_QUEUE_OBSERVER' }),
    )
  })
})
