import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startApiServer } from '@kubewright/apiserver'
import { createClient } from '@kubewright/client'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { linkedProject, slow } from '../testing/linked-project.ts'
import { checkChanges } from './check-changes.ts'
import { definitionsAt } from './git-definitions.ts'

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')))
}

function git(root: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.dev', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'ignore' })
}

describe('kubewright check', () => {
  it(
    'passes for a new project',
    async () => {
      await using project = await linkedProject()
      const checked = await project.run('check')
      expect(checked.written.stdout).toBe(`✓ definitions  1 resource and 1 controller
- changes      there is no git revision to compare with yet
- rbac         no recorded requests to compare with; run: kubewright check -- npm test
✓ generated    9 files
✓ docs         1 resource
`)
      expect(checked.code).toBe(0)
    },
    slow,
  )

  it(
    'finds breaking changes, invalid validation rules and undescribed fields',
    async () => {
      await using project = await linkedProject()
      git(project.root, 'init', '--quiet')
      git(project.root, 'add', 'deploy')
      git(project.root, 'commit', '--quiet', '-m', 'first')
      await edit(join(project.root, 'src/order.ts'), (text) =>
        text
          .replace(
            `spec: z.object({`,
            `rules: [{ rule: 'self.spec.nonsense > 1' }],\n  spec: z.object({\n    size: z.int(),`,
          )
          .replace('.max(200)', '.max(99)'),
      )
      const checked = await project.run('check', '--json')
      expect(checked.code).toBe(1)
      const { checks } = JSON.parse(checked.written.stdout) as {
        checks: { check: string; findings: { level: string; subject: string; text: string }[] }[]
      }
      const found = checks.flatMap(({ check, findings }) =>
        findings.map(({ level, subject }) => `${check} ${level} ${subject}`),
      )
      expect(found).toEqual([
        'definitions problem orders.shop.example.dev',
        'changes problem orders.shop.example.dev v1alpha1',
        'changes problem orders.shop.example.dev v1alpha1 spec.message',
        'changes problem orders.shop.example.dev v1alpha1 spec.size',
        'generated problem deploy/crds/orders.shop.example.dev.yaml',
        'generated problem deploy/install.yaml',
        'generated problem docs/api/orders.md',
        'docs warning orders.shop.example.dev spec.size',
      ])
      expect((await project.run('check', 'changes', '--allow-breaking')).code).toBe(0)
      expect((await project.run('check', 'docs', '--strict')).code).toBe(1)
      await expect(definitionsAt('nowhere', project.root)).rejects.toMatchObject({ code: 'KW_CLI_REVISION' })
      expect(await definitionsAt('0'.repeat(40), project.root)).toBeUndefined()
    },
    slow,
  )

  it(
    'compares the role with the requests that a command recorded',
    async () => {
      await using project = await linkedProject()
      const lines = [
        { verb: 'watch', group: 'shop.example.dev', resource: 'orders' },
        { verb: 'delete', group: '', resource: 'pods', namespace: 'shop', name: 'a' },
        {
          verb: 'patch',
          group: 'rbac.authorization.k8s.io',
          resource: 'rolebindings',
          namespace: 'shop',
          name: 'a',
          roleRef: { kind: 'ClusterRole', name: 'admin' },
        },
      ]
      const record = lines.map((line) => JSON.stringify(line)).join('\n')
      const script = `require('node:fs').appendFileSync(process.env.KUBEWRIGHT_RECORD_GRANTS, ${JSON.stringify(record)});process.exit(7)`
      const checked = await project.run('check', 'rbac', '--', process.execPath, '-e', script)
      expect(checked).toMatchObject({
        code: 1,
        written: {
          stdout: `✗ rbac  3 recorded requests
    ✗ delete pods was requested in shop, but the role does not grant it
      Declare it (owns, watches, indexes, uses), or add to grants in kubewright.config.ts: { group: '', resource: 'pods', verbs: ['delete'], because: 'say why' }
    ✗ patch rolebindings of rbac.authorization.k8s.io was requested in shop, but the role does not grant it
      Declare it (owns, watches, indexes, uses), or add to grants in kubewright.config.ts: { group: 'rbac.authorization.k8s.io', resource: 'rolebindings', verbs: ['patch'], because: 'say why' }
    ! get, list, watch, create, patch, delete configmaps is granted (orders owns them), but no test used it
    ! patch orders/status of shop.example.dev is granted (orders sets their status), but no test used it
      Add a test that uses it. Remove the declaration only if the operator never makes that request.
    ! patch rolebindings of rbac.authorization.k8s.io to the ClusterRole admin was requested without bind: the server refuses it unless the operator holds every permission of that role
      Add to grants in kubewright.config.ts: { group: 'rbac.authorization.k8s.io', resource: 'clusterroles', verbs: ['bind'], name: 'admin', because: 'say why' }
`,
        },
      })
    },
    slow,
  )

  it(
    'fails if the command to record fails',
    async () => {
      await using project = await linkedProject()
      const checked = await project.run('check', 'docs', '--', process.execPath, '-e', 'process.exit(7)')
      expect(checked).toMatchObject({
        code: 1,
        written: { stderr: expect.stringContaining('failed with exit code 7') },
      })
      await expect(project.run('check', 'docs', '--', 'no-such-program')).rejects.toMatchObject({
        code: 'KW_CLI_PROGRAM',
        message: expect.stringContaining('there is no such program. Write it as you would in a shell') as string,
      })
    },
    slow,
  )
})

describe('kubewright check changes --cluster', () => {
  it(
    'compares with the definitions in the cluster',
    async () => {
      await using project = await linkedProject()
      await using server = await startApiServer({ listen: { port: 0 } })
      await using client = createClient(server.transport(), { fieldManager: 'test' })
      await writeFile(join(project.root, 'config'), server.endpoint!.kubeconfig())
      const check = ['check', 'changes', '--cluster', '--kubeconfig', 'config'] as const
      expect(await project.run(...check)).toMatchObject({ code: 0, written: { stdout: expect.stringMatching(/^✓/) } })

      const crd = parse(
        await readFile(join(project.root, 'deploy/crds/orders.shop.example.dev.yaml'), 'utf8'),
      ) as object
      await client.apply(CustomResourceDefinition, crd as never)
      await edit(join(project.root, 'src/order.ts'), (text) => text.replace('.max(200)', '.max(99)'))
      expect(await project.run(...check)).toMatchObject({
        code: 1,
        written: { stdout: expect.stringContaining('spec.message breaks stored objects') },
      })
    },
    slow,
  )
})

describe('a breaking change', () => {
  const definition = { group: 'shop.example.dev', version: 'v1', kind: 'Order', scope: 'Namespaced' } as const
  const before = defineResource({
    ...definition,
    spec: z.object({ item: z.string().optional(), old: z.string().optional() }),
  })
  const after = defineResource({
    ...definition,
    spec: z.object({ item: z.string().optional(), more: z.string().optional() }),
  })
  const now = [{ name: 'orders.shop.example.dev', plural: 'orders', object: after.crd(), yaml: '' }]
  const levels = (isAllowed: boolean, crds = now) =>
    checkChanges([before.crd()], crds, { source: 'HEAD', isAllowed }).findings.map(
      ({ level, subject }) => `${level} ${subject}`,
    )

  it('is a problem; a safe change is not', () => {
    expect(levels(false)).toEqual(['problem orders.shop.example.dev v1 spec.old'])
  })

  it('is a warning if it is allowed', () => {
    expect(levels(true)).toEqual(['warning orders.shop.example.dev v1 spec.old'])
  })

  it('is reported for a removed resource', () => {
    expect(levels(false, [])).toEqual(['problem orders.shop.example.dev'])
  })
})
