import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { agentAdditions, agentSidecar } from './agent-sidecar.ts'
import type { BackupPlan } from './backup-plan.ts'

const claim = (name: string) => ({ name, persistentVolumeClaim: { claimName: `${name}-claim` } })
const podWith = (
  container: Partial<Container>,
  volumes: Pod['spec']['volumes'] = [claim('data')],
): Pick<Pod, 'spec'> => ({
  spec: { containers: [{ name: 'main', image: 'store:1', ...container }], volumes },
})
const plan = {
  spec: { repository: { url: 's3:http://store:9000/b', secretName: 'backup' } } as BackupPlan['spec'],
}

describe('the backup agent sidecar', () => {
  it('mounts the volumes with the same subPath as the workload', () => {
    const pod = podWith({ volumeMounts: [{ name: 'data', mountPath: '/data', subPath: 'minio' }] })
    const agent = agentAdditions(pod, plan, 'agent:1')!.container
    expect(agent.volumeMounts).toEqual([
      { name: 'data', mountPath: '/backup/0', subPath: 'minio' },
      { name: 'backup-agent-tmp', mountPath: '/tmp' },
    ])
    expect(agent.env).toEqual([
      { name: 'RESTIC_REPOSITORY', value: 's3:http://store:9000/b' },
      { name: 'BACKUP_VOLUME_0', value: 'data' },
      { name: 'BACKUP_PATH_0', value: '/backup/0' },
      ...['RESTIC_PASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AGENT_TOKEN'].map((key) => ({
        name: key,
        valueFrom: { secretKeyRef: { name: 'backup', key } },
      })),
    ])
  })

  it('mounts the volumes of native sidecars after those of containers, and none of init containers', () => {
    const { spec } = podWith(
      { volumeMounts: [{ name: 'data', mountPath: '/data' }] },
      ['data', 'logs', 'old'].map(claim),
    )
    const mounting = (name: string) => ({ name, image: 'x:1', volumeMounts: [{ name, mountPath: '/x' }] })
    const initContainers = [mounting('old'), { ...mounting('logs'), restartPolicy: 'Always' as const }]
    const agent = agentAdditions({ spec: { ...spec, initContainers } }, plan, 'agent:1')!.container
    expect(agent.volumeMounts?.map(({ name }) => name)).toEqual(['data', 'logs', 'backup-agent-tmp'])
  })

  it('has a read-only root filesystem, and can write only to the volumes and /tmp', () => {
    const pod = podWith({ volumeMounts: [{ name: 'data', mountPath: '/data' }] })
    const { container, volumes } = agentAdditions(pod, plan, 'agent:1')!
    expect(container.securityContext).toEqual({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    expect(volumes).toEqual([{ name: 'backup-agent-tmp', emptyDir: {} }])
  })

  it('gets no other variables from the Secret than those it needs', () => {
    const agent = agentAdditions(podWith({ volumeMounts: [{ name: 'data', mountPath: '/data' }] }), plan, 'agent:1')
    expect(agent?.container).not.toHaveProperty('envFrom')
  })

  it('escapes a variable reference in the URL of the repository, so that no secret is sent there', () => {
    const repository = { url: 's3:https://evil/$(RESTIC_PASSWORD)', secretName: 'backup' }
    const pod = podWith({ volumeMounts: [{ name: 'data', mountPath: '/data' }] })
    const agent = agentAdditions(pod, { spec: { ...plan.spec, repository } }, 'agent:1')
    expect(agent?.container.env?.[0]?.value).toBe('s3:https://evil/$$(RESTIC_PASSWORD)')
  })

  it.each([
    [
      ['data', 'logs', 'data-1'],
      ['data', 'logs-1', 'data-1-2'],
    ],
    [
      ['data-1', 'data', 'logs'],
      ['data-1', 'data-1_1', 'logs-2'],
    ],
  ])('backs up the volumes %j as %j', (volumes, expected) => {
    const pod = podWith(
      { volumeMounts: volumes.map((name) => ({ name, mountPath: `/${name}` })) },
      volumes.map((name) => claim(name)),
    )
    const { env = [] } = agentAdditions(pod, plan, 'agent:1')!.container
    expect(env.filter(({ name }) => name.startsWith('BACKUP_VOLUME_')).map(({ value }) => value)).toEqual(expected)
  })

  it.each([
    ['image', 'agent:2', {}, true],
    ['repository', 'agent:1', { repository: { url: 's3:http://other:9000/b', secretName: 'backup' } }, true],
    ['volumes', 'agent:1', { volumes: ['logs'] }, true],
    ['hooks', 'agent:1', { hooks: { after: ['true'], timeoutSeconds: 60 } }, true],
    ['schedule', 'agent:1', { schedule: '@daily' }, false],
  ])('decides whether pods need a new agent container after a change of the plan: %s', (_, image, spec, isAnother) => {
    const shape = (of: string, more: object) =>
      agentSidecar(of).shapedBy({ spec: { ...plan.spec, ...more } } as BackupPlan)
    expect(JSON.stringify(shape(image, spec)) !== JSON.stringify(shape('agent:1', {}))).toBe(isAnother)
  })

  it('receives the hook commands unexpanded, and the variables of their Secret under a prefix', () => {
    const hooks = { before: ['sh', '-c', 'pg_dump > $(DUMP)'], timeoutSeconds: 60, secretName: 'pg' }
    const pod = podWith({ volumeMounts: [{ name: 'data', mountPath: '/data' }] })
    const { env = [], envFrom } = agentAdditions(pod, { spec: { ...plan.spec, hooks } }, 'agent:1')!.container
    expect(env.filter(({ name }) => /^BACKUP_(BEFORE|AFTER|HOOK)/.test(name))).toEqual([
      { name: 'BACKUP_BEFORE', value: '["sh","-c","pg_dump > $$(DUMP)"]' },
      { name: 'BACKUP_HOOK_SECONDS', value: '60' },
    ])
    expect(envFrom).toEqual([{ prefix: 'HOOK_', secretRef: { name: 'pg' } }])
  })

  it('is not injected into pods of Jobs', () => {
    const { spec } = podWith({ volumeMounts: [{ name: 'data', mountPath: '/data' }] })
    expect(agentAdditions({ spec: { ...spec, restartPolicy: 'Never' } }, plan, 'agent:1')).toBeUndefined()
  })

  it('is not injected into pods without persistent volumes', () => {
    const mounts = { volumeMounts: [{ name: 'temp', mountPath: '/tmp' }] }
    expect(agentAdditions(podWith(mounts, [{ name: 'temp', emptyDir: {} }]), plan, 'agent:1')).toBeUndefined()
  })

  it('mounts only the volumes that the plan names', () => {
    const volumeMounts = [
      { name: 'data', mountPath: '/data' },
      { name: 'logs', mountPath: '/logs' },
    ]
    const named = { spec: { ...plan.spec, volumes: ['logs'] } }
    const agent = agentAdditions(podWith({ volumeMounts }, [claim('data'), claim('logs')]), named, 'agent:1')?.container
    expect(agent?.volumeMounts?.map(({ name }) => name)).toEqual(['logs', 'backup-agent-tmp'])
  })
})
