import 'reflect-metadata'
import { startCluster } from '@kubewright/testing'
import { NestFactory } from '@nestjs/core'
import { AcmeService } from 'example-acme-service'
import { Deployment } from 'kubewright'
import { expect, it } from 'vitest'
import { OperatorModule } from './operator-module.ts'

it('NestJS application that imports OperatorModule runs the operator until it closes', async () => {
  await using cluster = await startCluster({ resources: [AcmeService], time: 'real' })
  const operator = OperatorModule.forRoot({
    client: cluster.clientFor(),
    environment: { KUBEWRIGHT_LOG_LEVEL: 'error' },
  })
  const app = await NestFactory.createApplicationContext(operator, { logger: false })

  const checkout = { name: 'checkout', namespace: 'default' }
  const spec = { team: 'payments', imageName: 'checkout', port: 8080 }
  await cluster.client.create(AcmeService, { metadata: checkout, spec })
  const deployment = await cluster.client.waitFor(Deployment, checkout, (found) => found !== undefined)
  expect(deployment?.spec?.template.spec?.containers[0]?.env).toEqual([{ name: 'COMPANY', value: 'ACME' }])

  await app.close()
})
