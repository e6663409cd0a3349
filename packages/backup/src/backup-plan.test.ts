import { expect, it } from 'vitest'
import { BackupPlan } from './backup-plan.ts'

const parse = (url: string) =>
  BackupPlan.parse({
    apiVersion: 'backup.kubewright.dev/v1alpha1',
    kind: 'BackupPlan',
    metadata: { name: 'store', namespace: 'shop' },
    spec: { repository: { url, secretName: 'backup' } },
  } as never)

it('a BackupPlan accepts the URL of an S3 store', () => {
  expect(parse('s3:http://store:9000/b').spec.repository.url).toBe('s3:http://store:9000/b')
})

it.each(['s3:https://evil/$(RESTIC_PASSWORD)', 's3:https://store/a\u0000b', 's3:https://store/a\u007Fb'])(
  'a BackupPlan with the repository URL %j is refused',
  (url) => {
    expect(() => parse(url)).toThrow(/repository\.url/)
  },
)
