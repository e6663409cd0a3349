/** Starts one real API server for the whole run. Test files share it and are isolated by namespaces and group names. */
import type { TestProject } from 'vitest/node'
import { startRealServer } from '../../tools/kube-apiserver/start-real-server.ts'

/** The release that our server and client are compared with. */
const minor = '1.36'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startRealServer()
  const { url, ca, token, kubeconfigPath, programs } = server
  if (!programs.kubernetesVersion.startsWith(`${minor}.`)) {
    await server.stop()
    throw new Error(
      `Cannot measure conformance: ${programs.directory} holds Kubernetes ${programs.kubernetesVersion}, not ${minor}. ` +
        `Point KUBEBUILDER_ASSETS at ${minor}, or unset it to have ${minor} built.`,
    )
  }
  project.provide('realServer', { url, ca, token, kubeconfigPath, programs })
  return () => server.stop()
}
