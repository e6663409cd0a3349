import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { linkedProject, slow } from '../testing/linked-project.ts'

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')))
}

describe('kubewright generate', () => {
  it(
    'has nothing to do in a new project; after a change it reports stale files, updates and removes them',
    async () => {
      await using project = await linkedProject()
      await appendFile(join(project.root, 'src/operator.ts'), '\nsetInterval(() => undefined, 1_000)\n') // is not waited for
      expect(await project.run('generate', '--check')).toMatchObject({
        code: 0,
        written: { stdout: '✓ 9 files are up to date\n' },
      })

      await edit(join(project.root, 'src/order.ts'), (text) => text.replace('.max(200)', '.max(99)'))
      await writeFile(join(project.root, 'deploy/crds/old.yaml'), '# Made by `kubewright generate`; edits are lost.\n')
      await writeFile(join(project.root, 'deploy/crds/mine.yaml'), 'kind: Other\n')
      const stale = await project.run('generate', 'crds', '--check')
      expect(stale).toMatchObject({
        code: 1,
        written: {
          stdout: `✗ deploy/crds/old.yaml is obsolete: no definition generates it
✗ deploy/crds/orders.shop.example.dev.yaml is out of date
Repair: npx kubewright generate crds
`,
        },
      })
      expect((await project.run('generate')).written.stdout).toBe(`✓ removed deploy/crds/old.yaml
✓ wrote deploy/crds/orders.shop.example.dev.yaml
✓ wrote deploy/install.yaml
✓ wrote docs/api/orders.md
`)
      const again = await project.run('generate', '--check', '--json')
      expect(JSON.parse(again.written.stdout)).toMatchObject({ stale: [], written: false })
    },
    slow,
  )

  it(
    'warns if the role may write bindings that the server refuses',
    async () => {
      await using project = await linkedProject()
      await edit(join(project.root, 'src/orders.ts'), (text) =>
        `import { RoleBinding } from '@kubewright/kubernetes/rbac/v1'\n${text}`.replace(
          'owns: [',
          'owns: [RoleBinding, ',
        ),
      )
      const { code, written } = await project.run('generate', 'manifests')
      expect(code).toBe(0)
      expect(
        written.stderr,
      ).toBe(`! create, patch rolebindings of rbac.authorization.k8s.io is granted (orders owns them), bind is not: the server refuses a binding to a role with permissions that the operator does not hold
  Add to grants in kubewright.config.ts, with the name of the role: { group: 'rbac.authorization.k8s.io', resource: 'clusterroles', verbs: ['bind'], name: 'NAME', because: 'say why' }
`)
      const json = await project.run('generate', 'rbac', '--json')
      expect(JSON.parse(json.written.stdout)).toMatchObject({ warnings: [{ level: 'warning', check: 'rbac' }] })
      expect((await project.run('generate', 'crds')).written.stderr).toBe('')
      expect((await project.run('check', 'rbac')).written.stdout).toMatch(
        /^! rbac {2}no recorded requests.*\n {4}! create, patch rolebindings/,
      )
    },
    slow,
  )

  it(
    'does not overwrite a file written by hand',
    async () => {
      await using project = await linkedProject()
      await writeFile(join(project.root, 'deploy/rbac.yaml'), '# mine\n')
      await expect(project.run('generate', 'rbac')).rejects.toMatchObject({ code: 'KW_CLI_NOT_OURS' })
      expect(await readFile(join(project.root, 'deploy/rbac.yaml'), 'utf8')).toBe('# mine\n')
    },
    slow,
  )

  it(
    'names the file and line if a project cannot be loaded',
    async () => {
      await using project = await linkedProject()
      await appendFile(join(project.root, 'src/operator.ts'), `\nthrow new Error('the moon is wrong')\n`)
      await expect(project.run('generate')).rejects.toMatchObject({
        code: 'KW_CLI_CONFIG',
        message: expect.stringMatching(/the moon is wrong\n {2}at src\/operator\.ts:\d+/),
      })
    },
    slow,
  )

  it(
    'fails if there is no project',
    async () => {
      await using project = await linkedProject()
      await expect(project.run('generate', '--config', 'other.config.ts')).rejects.toMatchObject({
        code: 'KW_CLI_NO_PROJECT',
      })
    },
    slow,
  )

  it(
    'names the file that it cannot write, and why',
    async () => {
      await using project = await linkedProject()
      await rm(join(project.root, 'deploy'), { recursive: true })
      await writeFile(join(project.root, 'deploy'), 'in the way')
      await expect(project.run('generate', 'rbac')).rejects.toMatchObject({
        code: 'KW_CLI_WRITE',
        message:
          'Cannot write deploy/rbac.yaml: a file of that name exists. Move or remove the file, and run the command again.',
      })
    },
    slow,
  )

  it(
    'writes install.yaml with all objects, the namespace first',
    async () => {
      await using project = await linkedProject()
      const text = await readFile(join(project.root, 'deploy/install.yaml'), 'utf8')
      const kinds = parseAllDocuments(text).map((one) => (one.toJS() as { kind: string }).kind)
      expect(kinds).toEqual([
        'Namespace',
        'CustomResourceDefinition',
        'ClusterRole',
        'Role',
        'ClusterRoleBinding',
        'RoleBinding',
        'ClusterRole', // for readers of metrics
        'ServiceAccount',
        'Deployment',
        'NetworkPolicy',
      ])
    },
    slow,
  )
})
