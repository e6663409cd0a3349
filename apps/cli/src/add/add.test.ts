import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemIds } from '@kubewright/core/random'
import { describe, expect, it, vi } from 'vitest'
import { runCommand } from '../program.ts'
import { fakeTerminal } from '../testing/fake-terminal.ts'
import { linkedProject, slow } from '../testing/linked-project.ts'
import { findKind } from './found-kind.ts'

describe('kubewright add', () => {
  it(
    'adds a resource, its controller and a webhook, one after the other',
    async () => {
      await using project = await linkedProject()
      expect((await project.run('add', 'resource', 'LightBulb')).written.stdout).toBe(`✓ wrote src/light-bulb.ts
✓ edited src/operator.ts

Next:
  npx kubewright generate
  npm test
`)
      await project.run('add', 'controller', 'light-bulbs', '--for', 'LightBulb')
      const webhook = await project.run('add', 'webhook', 'light-bulb-admission', '--for', 'LightBulb')
      expect(webhook.written.stdout).toContain('✓ wrote src/light-bulb-admission.test.ts\n✓ edited src/operator.ts\n')
      const operator = await readFile(join(project.root, 'src/operator.ts'), 'utf8')
      expect(operator).toContain('resources: [Order, LightBulb],\n  controllers: [orders, lightBulbs],')
      expect(operator).toContain('serve: [lightBulbAdmission],')
      const { files } = JSON.parse((await project.run('generate', '--json')).written.stdout) as { files: string[] }
      expect(files).toEqual(
        expect.arrayContaining(['deploy/crds/lightbulbs.shop.example.dev.yaml', 'deploy/service.yaml']),
      )
    },
    slow,
  )

  it(
    'overwrites nothing, and prints the edit that it cannot make',
    async () => {
      await using project = await linkedProject()
      await expect(project.run('add', 'resource', 'Order')).rejects.toMatchObject({ code: 'KW_CLI_NOT_OURS' })
      const path = join(project.root, 'src/operator.ts')
      const operator = (await readFile(path, 'utf8')).replace('[orders]', '[...[orders]]')
      await writeFile(path, operator)
      const added = await project.run('add', 'controller', 'pods', '--for', 'Pod', '--json')
      expect(JSON.parse(added.written.stdout)).toEqual({
        created: ['src/pods.ts'],
        edited: [],
        byHand: [`import { pods } from './pods.ts'`, 'controllers: [pods]'],
        next: ['npx kubewright generate', 'npm test'],
      })
      expect(await readFile(path, 'utf8')).toBe(operator)
    },
    slow,
  )

  it(
    'removes the files it wrote if a later write fails',
    async () => {
      await using project = await linkedProject()
      const before = await readdir(join(project.root, 'src'))
      const draft = '.operator.ts.7.draft' // where the edited file would be written first
      await mkdir(join(project.root, 'src', draft))
      using _ids = vi.spyOn(systemIds, 'uuid').mockReturnValue('7')
      const added = project.run('add', 'controller', 'audit', '--for', 'Order')
      await expect(added).rejects.toMatchObject({ code: 'KW_CLI_WRITE' })
      expect((await readdir(join(project.root, 'src'))).filter((name) => !before.includes(name))).toEqual([draft])
    },
    slow,
  )

  it(
    'renames a controller or webhook whose name is reserved in TypeScript',
    async () => {
      await using project = await linkedProject()
      await project.run('add', 'controller', 'class', '--for', 'Order')
      await project.run('add', 'webhook', 'default', '--for', 'Order')
      const operator = await readFile(join(project.root, 'src/operator.ts'), 'utf8')
      expect(operator).toContain(`import { classController } from './class.ts'`)
      expect(operator).toContain('controllers: [orders, classController],')
      expect(operator).toContain('serve: [defaultWebhook],')
      expect((await project.run('generate')).code).toBe(0)
    },
    slow,
  )

  it.each([
    { name: 'a controller without a kind', args: ['controller', 'x'], code: 'KW_CLI_USAGE' },
    { name: 'a name with a blank', args: ['controller', 'A b', '--for', 'Pod'], code: 'KW_CLI_NAME' },
    { name: 'an invalid kind', args: ['resource', 'light-bulb'], code: 'KW_CLI_NAME' },
    { name: 'an unknown thing to add', args: ['thing', 'x'], code: 'KW_CLI_USAGE' },
  ])('refuses $name', async ({ args, code }) => {
    await expect(runCommand(['add', ...args], fakeTerminal())).rejects.toMatchObject({ code })
  })

  it('finds built-in kinds, and names an unknown one', async () => {
    const project = { root: '/nowhere', crds: [] } as never
    expect(await findKind('Pod', project)).toEqual({ kind: 'Pod', from: 'kubewright/kubernetes', isNamespaced: true })
    await expect(findKind('Nothing', project)).rejects.toMatchObject({ code: 'KW_CLI_KIND' })
  })
})
