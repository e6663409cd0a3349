import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordingFile } from './recording-file.ts'

describe('recordingFile', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubewright-recording-'))
    path = join(folder, 'recording.json')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('holds JSON with an entry a line', async () => {
    const { read, write } = recordingFile<object>(path)
    write({ step: '200' })
    expect(await readFile(path, 'utf8')).toBe('{\n "step": "200"\n}\n')
    expect(read()).toEqual({ step: '200' })
  })

  it('may have a format of its own', async () => {
    const { read, write } = recordingFile<readonly string[]>(path, {
      parse: (text) => text.trimEnd().split('\n'),
      format: (lines) => lines.join('\n'),
    })
    write(['a', 'b'])
    expect(await readFile(path, 'utf8')).toBe('a\nb\n')
    expect(read()).toEqual(['a', 'b'])
  })
})
