import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeKeptFile } from './kept-file.ts'

it('writeKeptFile() does not follow a symlink at the path of its temporary file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-kept-'))
  try {
    await writeFile(join(folder, 'victim'), 'mine')
    await symlink(join(folder, 'victim'), join(folder, 'authority.key.new'))
    await writeKeptFile(folder, 'authority.key', 'secret')
    expect(await readFile(join(folder, 'victim'), 'utf8')).toBe('mine')
    expect(await readFile(join(folder, 'authority.key'), 'utf8')).toBe('secret')
    expect((await readdir(folder)).sort()).toEqual(['authority.key', 'victim'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
