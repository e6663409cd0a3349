/** Chooses the cloud: Google's if a project is set in the environment, a local one otherwise. */
import { LocalCloud } from './local-cloud.ts'
import type { RedisProvider } from './redis-provider.ts'
import { hasRedis } from './redis-server.ts'

export async function cloudFromEnvironment(
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<RedisProvider & AsyncDisposable> {
  const { GOOGLE_CLOUD_PROJECT: project, GOOGLE_CLOUD_LOCATION: location = 'europe-west6' } = environment
  if (project !== undefined) {
    const { memorystore } = await import('./memorystore.ts') // 40 MB, loaded only if needed
    return { ...memorystore({ project, location }), [Symbol.asyncDispose]: async () => undefined }
  }
  if (!(await hasRedis()))
    say('redis-server is not installed: a stand-in that answers PING, SET and GET is used instead')
  return new LocalCloud({ say: (line) => say(`cloud: ${line}`) })
}
