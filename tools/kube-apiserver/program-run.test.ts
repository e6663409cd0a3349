import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ProgramRun, startProgram } from './program-run.ts'
import { waitUntilReady } from './readiness.ts'
import { createScratchDirectory, type ScratchDirectory } from './scratch-directory.ts'

async function start(scratch: ScratchDirectory, body: string): Promise<ProgramRun> {
  const path = await scratch.script('program', body)
  return startProgram({ path, parameters: [], logPath: join(scratch.path, 'log'), stopTimeoutMs: 200 })
}

const hasSaid = (run: ProgramRun, text: string) => async () => (await run.tail()).includes(text)

describe('startProgram', () => {
  it('kills a program that ignores SIGTERM', async () => {
    await using scratch = await createScratchDirectory()
    const run = await start(scratch, 'trap "" TERM; echo deaf; while :; do sleep 0.05; done')
    await waitUntilReady(run, hasSaid(run, 'deaf'), 5_000)
    await run[Symbol.asyncDispose]()
    expect(await run.ended).toBe('SIGKILL')
  })

  it('lets a program stop on SIGTERM', async () => {
    await using scratch = await createScratchDirectory()
    const run = await start(scratch, 'trap "exit 3" TERM; echo up; while :; do sleep 0.05; done')
    await waitUntilReady(run, hasSaid(run, 'up'), 5_000)
    await run[Symbol.asyncDispose]()
    expect(await run.ended).toBe('code 3')
  })

  it('stops at once if the program has already ended', async () => {
    await using scratch = await createScratchDirectory()
    const run = await start(scratch, 'exit 0')
    expect(await run.ended).toBe('code 0')
    await run[Symbol.asyncDispose]()
  })

  it('rejects if the program does not exist', async () => {
    await using scratch = await createScratchDirectory()
    const options = { parameters: [], logPath: join(scratch.path, 'log'), stopTimeoutMs: 200 }
    await expect(startProgram({ path: join(scratch.path, 'absent'), ...options })).rejects.toThrow('ENOENT')
  })
})

describe('waitUntilReady', () => {
  it('rejects with the end of the log if the program ends first', async () => {
    await using scratch = await createScratchDirectory()
    await using run = await start(scratch, 'echo "bind: address already in use"; exit 1')
    await expect(waitUntilReady(run, () => Promise.resolve(false), 5_000)).rejects.toThrow(
      'Cannot start program: it ended with code 1. The end of its log:\nbind: address already in use',
    )
  })

  it('rejects after its timeout, whatever the probe throws', async () => {
    await using scratch = await createScratchDirectory()
    await using run = await start(scratch, 'exec sleep 60')
    const refused = () => Promise.reject(new Error('refused'))
    await expect(waitUntilReady(run, refused, 100)).rejects.toThrow('it was not ready within 0.1 s')
  })
})
