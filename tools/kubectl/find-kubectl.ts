/** The kubectl next to the real server, or the one on the PATH. */
import { delimiter, join } from 'node:path'
import { isExecutable, type Programs } from '../kube-apiserver/programs.ts'

export async function findKubectl({ kubectl }: Programs): Promise<string> {
  if (kubectl !== undefined) return kubectl
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(directory, 'kubectl')
    if (await isExecutable(path)) return path
  }
  throw new Error(
    'Cannot compare what kubectl prints: KUBEBUILDER_ASSETS has no kubectl, and neither has the path. ' +
      'Put one beside kube-apiserver, or unset KUBEBUILDER_ASSETS to have all of them built.',
  )
}
