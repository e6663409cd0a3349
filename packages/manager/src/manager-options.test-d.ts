/** The manager of the guides compiles; invalid options do not. */
import { type Client, loadConfig } from '@kubewright/client'
import { type Controller } from '@kubewright/controller'
import { leader } from '@kubewright/lease'
import { type Webhook } from '@kubewright/webhook'
import { createManager } from './create-manager.ts'
import { untilSignal } from './until-signal.ts'

declare const websites: Controller
declare const domains: Controller
declare const admission: Webhook
declare const client: Client

const manager = createManager({
  connection: await loadConfig(),
  coordination: leader({ lease: 'website-operator', namespace: 'web-system', duration: '15s', renewWithin: '10s' }),
  controllers: [websites, domains],
  webhooks: { port: 9443, certificates: '/etc/webhook/certs', serve: [admission] },
  health: { port: 8081 },
  metrics: { port: 8080 },
  shutdownTimeout: '30s',
})
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
await using _ = manager.start()

// @ts-expect-error -- it needs to know which cluster
createManager({ controllers: [] })
// @ts-expect-error -- one or the other
createManager({ controllers: [], client, connection: await loadConfig() })
// @ts-expect-error -- a client of your own has its options already
createManager({ controllers: [], client, clientOptions: { maxInFlight: 1 } })
// @ts-expect-error -- a duration has a unit
createManager({ controllers: [], client, shutdownTimeout: '30' })
// @ts-expect-error -- there is no such signal
untilSignal('SIGSTOPP')
