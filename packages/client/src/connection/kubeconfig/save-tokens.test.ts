import { access, chmod, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../load-config.ts'
import { revealed, SecretText } from '../secret-text.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { saveTokens } from './save-tokens.ts'

const kubeconfig = `# mine
clusters:
- name: c
  cluster: { server: https://h } # the house
users:
- name: eve
  user: { token: x }
- name: ada # me
  user:
    auth-provider:
      config:
        client-id: kube
        id-token: old
        idp-issuer-url: https://idp
        refresh-token: r1
      name: oidc
contexts:
- { name: x, context: { cluster: c, user: ada } }
current-context: x
`
const tokens = { idToken: new SecretText('new'), refreshToken: new SecretText('r2') }

describe('saving renewed OIDC tokens to the kubeconfig', () => {
  it('changes only the two tokens', async () => {
    await using directory = await temporaryDirectory({ config: kubeconfig })
    const { oidc } = await loadConfig({ kubeconfig: directory.file('config') })
    await oidc?.save?.(tokens)

    const saved = await readFile(directory.file('config'), 'utf8')
    expect(saved).toBe(
      kubeconfig.replace('id-token: old', 'id-token: "new"').replace('refresh-token: r1', 'refresh-token: "r2"'),
    )
    const again = await loadConfig({ kubeconfig: directory.file('config') })
    expect([again.oidc?.idToken, again.oidc?.refreshToken].map((token) => token && revealed(token))).toEqual([
      'new',
      'r2',
    ])
  })

  it('adds a missing token and replaces a multi-line one', async () => {
    const folded = kubeconfig
      .replace('        id-token: old\n', '')
      .replace('refresh-token: r1', 'refresh-token: >-\n          r\n          1')
    await using directory = await temporaryDirectory({ config: folded })
    await saveTokens(directory.file('config'), 'ada')(tokens)
    const { oidc } = await loadConfig({ kubeconfig: directory.file('config') })

    expect([oidc?.idToken, oidc?.refreshToken].map((token) => token && revealed(token))).toEqual(['new', 'r2'])
    expect(await readFile(directory.file('config'), 'utf8')).toContain('- name: ada # me')
  })

  it('keeps file permissions, follows symlinks and leaves no temporary files', async () => {
    await using directory = await temporaryDirectory({ 'real/config': kubeconfig })
    await chmod(directory.file('real/config'), 0o640)
    await symlink(directory.file('real/config'), directory.file('link'))
    await saveTokens(directory.file('link'), 'ada')(tokens)

    expect((await stat(directory.file('real/config'))).mode & 0o777).toBe(0o640)
    expect(await readFile(directory.file('real/config'), 'utf8')).toContain('id-token: "new"')
    expect((await readdir(directory.path)).toSorted()).toEqual(['link', 'real'])
    expect(await readdir(directory.file('real'))).toEqual(['config'])
  })

  it('fails while kubectl holds the lock file, and leaves that in place', async () => {
    await using directory = await temporaryDirectory({ config: kubeconfig, 'config.lock': '' })

    await expect(saveTokens(directory.file('config'), 'ada')(tokens)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await readFile(directory.file('config'), 'utf8')).toBe(kubeconfig)
    await access(directory.file('config.lock'))
  })

  it('removes its lock file after a failure', async () => {
    await using directory = await temporaryDirectory({ config: kubeconfig })

    await expect(saveTokens(directory.file('config'), 'bob')(tokens)).rejects.toThrow('no longer in the file')
    expect(await readdir(directory.path)).toEqual(['config'])
  })

  it('is not offered for a kubeconfig that was not loaded from a file', async () => {
    expect((await loadConfig({ kubeconfigText: kubeconfig })).oidc).not.toHaveProperty('save')
  })
})
