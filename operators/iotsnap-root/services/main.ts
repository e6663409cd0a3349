/** `main.ts NAME`: runs one of the services at `POD_IP` and its port until it is stopped. */
import { agentkeeper } from './agentkeeper.ts'
import { cloudadmin } from './cloudadmin.ts'
import { cloudadmingui } from './cloudadmingui.ts'
import { cloudstorage } from './cloudstorage.ts'
import { startHttpService } from './http-service.ts'
import { readSettings } from './settings.ts'

const services = {
  cloudstorage: { parts: cloudstorage, port: 8080 },
  cloudadmin: { parts: cloudadmin, port: 8080 },
  agentkeeper: { parts: agentkeeper, port: 8080 },
  cloudadmingui: { parts: cloudadmingui, port: 8080 },
} as const

async function main(): Promise<void> {
  const name = process.argv[2] ?? ''
  if (!Object.hasOwn(services, name)) throw new Error(`Usage: main.ts ${Object.keys(services).join(' | ')}`)
  const { parts, port } = services[name as keyof typeof services]
  const settings = await readSettings()
  const host = process.env['POD_IP'] ?? '0.0.0.0'
  const service = await startHttpService({ name, host, port, ...parts(settings) })
  console.log(`${name} listens on ${service.url}`)
  process.once('SIGTERM', () => process.exit(0))
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
