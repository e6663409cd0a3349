import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { takeBuildLock } from './build-lock.ts'
import { createScratchDirectory } from './scratch-directory.ts'

describe('takeBuildLock', () => {
  it('has one holder at a time', async () => {
    await using scratch = await createScratchDirectory()
    const path = join(scratch.path, 'lock')
    const locks = await Promise.all(Array.from({ length: 8 }, () => takeBuildLock(path)))
    const held = locks.filter((lock) => lock !== undefined)
    expect(held).toHaveLength(1)
    await held[0]![Symbol.asyncDispose]()
  })

  it('can be taken again after release, and leaves no files', async () => {
    await using scratch = await createScratchDirectory()
    const path = join(scratch.path, 'lock')
    await (await takeBuildLock(path))![Symbol.asyncDispose]()
    expect(await readdir(scratch.path)).toEqual([])
    await using again = await takeBuildLock(path)
    expect(again?.directory).toBe(path)
  })

  it('removes the files of a dead holder', async () => {
    await using scratch = await createScratchDirectory()
    const path = join(scratch.path, 'lock')
    await mkdir(join(path, 'half a build'), { recursive: true })
    await utimes(path, new Date(0), new Date(0))

    await using lock = await takeBuildLock(path)
    expect(await readdir(lock!.directory)).toEqual([])
  })

  it('reports a directory that cannot be created', async () => {
    await using scratch = await createScratchDirectory()
    await expect(takeBuildLock(join(scratch.path, 'missing', 'lock'))).rejects.toThrow('ENOENT')
  })
})
