import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeDirectory } from './make-directory.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-directory-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('makeDirectory', () => {
  it('creates missing parents and accepts an existing directory', async () => {
    const deep = join(folder, 'a', 'b', 'c')
    await makeDirectory(deep, 0o700)
    await makeDirectory(deep, 0o700)
    expect((await stat(deep)).isDirectory()).toBe(true)
  })

  it('fails below a file', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(makeDirectory(join(folder, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  it.runIf(process.platform === 'linux')('fails without hanging where nothing can be created', async () => {
    await expect(makeDirectory('/proc/nothing/here')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
