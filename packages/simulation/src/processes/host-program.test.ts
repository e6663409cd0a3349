import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findHostProgram } from './host-program.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-test-'))
  for (const directory of ['one', 'two', 'two/folder']) await mkdir(join(folder, directory))
  for (const file of ['one/text', 'two/text', 'two/program', 'here']) await writeFile(join(folder, file), '')
  for (const file of ['two/text', 'two/program', 'here']) await chmod(join(folder, file), 0o755)
})

afterAll(() => rm(folder, { recursive: true }))

const find = (program: string, workingDir?: string, path = `.:one:${folder}/one:${folder}/two`) =>
  findHostProgram(
    { command: [program], ...(workingDir === undefined ? {} : { workingDir }) },
    { path, cwd: join(folder, 'one') },
  )

it('a program is the first executable file in absolute directories of PATH', async () => {
  expect(await find('program')).toBe(join(folder, 'two/program'))
  expect(await find('text')).toBe(join(folder, 'two/text'))
  expect(await find('folder')).toBeUndefined()
  expect(await find('program', undefined, '../two')).toBeUndefined()
  expect(await find('none')).toBeUndefined()
  expect(await find('')).toBeUndefined()
})

it('a program path is relative to the working directory of the image mapping', async () => {
  expect(await find('../here')).toBe(join(folder, 'here'))
  expect(await find('./program', join(folder, 'two'))).toBe(join(folder, 'two/program'))
  expect(await find(join(folder, 'here'))).toBe(join(folder, 'here'))
})
