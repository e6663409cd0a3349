import { rm, symlink, unlink } from 'node:fs/promises'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { failureText } from './testing/failure.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'
import { WatchedFile } from './watched-file.ts'

describe('WatchedFile', () => {
  it('is read lazily and re-read once a minute', async () => {
    await using directory = await temporaryDirectory()
    const clock = new VirtualClock()
    const file = new WatchedFile(directory.file('token'), 'the token', clock)

    await directory.write('token', 'one')
    expect(await file.text()).toBe('one')
    await directory.write('token', 'two')
    await clock.advance('59s')
    expect(await file.text()).toBe('one')
    await clock.advance('1s')
    expect(await file.text()).toBe('two')
  })

  it('is read immediately by reread()', async () => {
    await using directory = await temporaryDirectory({ token: 'one' })
    const file = new WatchedFile(directory.file('token'), 'the token', new VirtualClock())

    expect(await file.reread()).toBe(true)
    expect(await file.reread()).toBe(false)
    await directory.write('token', 'two')
    expect(await file.reread()).toBe(true)
    expect(await file.text()).toBe('two')
  })

  it('keeps the last content while the file is missing or empty', async () => {
    await using directory = await temporaryDirectory({ token: 'one' })
    const file = new WatchedFile(directory.file('token'), 'the token', new VirtualClock())

    await file.text()
    await directory.write('token', '')
    expect(await file.reread()).toBe(false)
    await rm(directory.file('token'))
    expect(await file.reread()).toBe(false)
    expect(await file.text()).toBe('one')
  })

  it('follows a symlink that is swapped, as kubelet does for projected volumes', async () => {
    await using directory = await temporaryDirectory({ 'v1/token': 'one', 'v2/token': 'two' })
    await symlink(directory.file('v1'), directory.file('data'))
    const file = new WatchedFile(directory.file('data/token'), 'the token', new VirtualClock())

    await file.text()
    await unlink(directory.file('data'))
    await symlink(directory.file('v2'), directory.file('data'))
    expect(await file.reread()).toBe(true)
  })

  it('reports why it was never readable', async () => {
    await using directory = await temporaryDirectory({ empty: ' \n' })
    const why = (name: string) =>
      failureText(new WatchedFile(directory.file(name), 'the token', new VirtualClock()).text())

    expect(await why('missing')).toMatch(
      /^KW_CLIENT_FILE_UNREADABLE Cannot read the token from .*missing: it does not exist/,
    )
    expect(await why('empty')).toContain('it is empty')
    expect(await why('.')).toContain('it is a directory')
  })
})
