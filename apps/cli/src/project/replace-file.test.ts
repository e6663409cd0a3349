import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replaceFile } from './replace-file.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-replace-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('replaceFile', () => {
  it('writes a file with its mode, and leaves no temporary file', async () => {
    const path = join(folder, 'config')
    await writeFile(path, 'old', { mode: 0o644 })
    await replaceFile(path, 'new', { mode: 0o600 })
    expect(await readFile(path, 'utf8')).toBe('new')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['config'])
  })

  it('does not write through a symbolic link at the path of its temporary file', async () => {
    const victim = join(folder, 'victim')
    await writeFile(victim, 'mine')
    await symlink(victim, join(folder, '.config.7.draft'))
    const replacing = replaceFile(join(folder, 'config'), 'secret', { ids: { uuid: () => '7' } })
    await expect(replacing).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await readFile(victim, 'utf8')).toBe('mine')
    expect((await lstat(join(folder, '.config.7.draft'))).isSymbolicLink()).toBe(true) // belongs to another process: it stays
  })

  it('removes its temporary file if the file cannot be replaced', async () => {
    await mkdir(join(folder, 'config'))
    await expect(replaceFile(join(folder, 'config'), 'new')).rejects.toThrow(/EISDIR|EPERM|directory/)
    expect(await readdir(folder)).toEqual(['config'])
  })
})
