/**
 * The settings that a pod may make for the program that runs in place of its image. Pure.
 *
 * A user who may create pods must not be able to run their own code on this machine. Programs take code from more places than `command`:
 * from arguments (`node -e`), from variables (`LD_PRELOAD`, `NODE_OPTIONS`), and from files in their working directory. So only settings
 * that the mapping allows reach the program.
 *
 * See decision 0265.
 */
import type { Container } from '@kubewright/kubernetes/core/v1'
import { MissingReference } from './container-variables.ts'
import type { ImageCommand } from './image-command.ts'

/** Variables that identify a pod and its node. No loader and no interpreter reads them. */
const harmless: ReadonlySet<string> = new Set([
  'POD_NAME',
  'POD_NAMESPACE',
  'POD_UID',
  'POD_IPS',
  'POD_SERVICE_ACCOUNT',
  'NODE_NAME',
  'HOST_IP',
  'NAMESPACE',
  'WATCH_NAMESPACE',
])

/** Their values are names and addresses, which no program can split into several words. */
const harmlessValue = /^[\w.:,/-]*$/

/** The simulation identifies its own processes by these. */
const reserved = /^KUBEWRIGHT_/i

/**
 * Variables that make a loader, an interpreter or a tool run other code, or read its settings elsewhere. No such list is complete: it only
 * limits patterns such as `*`.
 */
const dangerous = new RegExp(
  `^(?:${[
    'PATH|HOME|SHELL|ENV|IFS|PWD|TMPDIR|TMP|TEMP|CDPATH|SHELLOPTS|BASHOPTS|BASH_.*|PS4|PROMPT_COMMAND|ZDOTDIR',
    'LD_.*|DYLD_.*|GCONV_PATH|GLIBC_.*|MALLOC_.*|LOCPATH|NLSPATH|HOSTALIASES|RESOLV_HOST_CONF|RES_OPTIONS|LOCALDOMAIN',
    'NODE_.*|NPM_CONFIG_.*|BUN_.*|DENO_.*|TSX_.*|ELECTRON_.*',
    'PYTHON.*|PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|PHP.*|LUA_.*|TCLLIBPATH|R_.*|JULIA_.*|ERL_.*|ELIXIR_.*|GUILE_.*',
    'JAVA_.*|_JAVA_.*|JDK_.*|JVM_.*|CLASSPATH|CATALINA_.*|MAVEN_.*|GRADLE_.*|DOTNET_.*|CORECLR_.*|COMPLUS_.*|COR_.*',
    'OPENSSL_.*|SSL_.*|SSLKEYLOGFILE|GNUTLS_.*|KRB5.*|SASL_.*|CURL_.*|(?:HTTPS?|ALL|FTP|NO)_PROXY',
    'GIT_.*|SSH_.*|EDITOR|VISUAL|PAGER|MANPAGER|LESS.*|BROWSER|SYSTEMD_.*|SUDO_.*|XDG_.*|QT_.*|GTK_.*|GIO_.*|GST_.*',
    'KUBECONFIG|DOCKER_.*|AWS_.*|GOOGLE_.*|AZURE_.*|GODEBUG|GOTRACEBACK|GOFLAGS|COMSPEC|PATHEXT|PSMODULEPATH|SYSTEMROOT',
  ].join('|')})$`,
  'i',
)

/** Failure: throws `MissingReference` with the option that the mapping would need. */
export function checkContainer(container: Container, image: ImageCommand): void {
  const { startupProbe, readinessProbe, livenessProbe, command = [], args = [], workingDir = '' } = container
  const probes = [startupProbe, readinessProbe, livenessProbe]
  if (probes.some((probe) => probe?.grpc !== undefined))
    throw new MissingReference('probes of the kind grpc cannot be made here: use httpGet, tcpSocket or exec')
  if (image.allowsCommands === true) return
  if (command.length > 0) throw refused('the container names a program of its own')
  if (probes.some((probe) => probe?.exec !== undefined)) throw refused('a probe names a program of its own')
  if (workingDir !== '') throw refused('the container names a working directory of its own')
  if (args.length > 0 && image.allowsArgs !== true)
    throw refused('the container has arguments of its own', '`allowsArgs`, or with `allowsCommands`,')
}

/**
 * Checks that the image's mapping allows all variables of a container.
 *
 * Failure: throws `MissingReference` with the first one that is not allowed.
 *
 * @param given those the simulation and the mapping set: a pod may repeat them, but not change them
 */
export function checkVariables(
  variables: ReadonlyMap<string, string>,
  given: ReadonlyMap<string, string>,
  { allowsCommands = false, allowsEnv = [] }: ImageCommand,
): void {
  for (const [name, value] of variables) {
    if (given.get(name) === value) continue
    if (!isName(name)) throw new MissingReference(`${JSON.stringify(name)} is not the name of a variable`)
    if (reserved.test(name)) throw new MissingReference(`the variable ${name} belongs to the simulation: rename yours`)
    if (allowsCommands || allowsEnv.includes(name)) continue
    const isGiven = given.has(name)
    if (!isGiven && harmless.has(name) && harmlessValue.test(value)) continue
    if (!isGiven && !dangerous.test(name) && allowsEnv.some((pattern) => matches(pattern, name))) continue
    throw refused(`the container sets the variable ${name}`, `${JSON.stringify(name)} in \`allowsEnv\``)
  }
}

/** A name that contains `=` would set another variable. */
function isName(name: string): boolean {
  return /^[\x21-\x3c\x3e-\x7e]+$/.test(name)
}

/** `APP_*` or `*`; a name without a star matches only itself, which the caller checks. */
function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1))
}

function refused(what: string, how = '`allowsCommands`'): MissingReference {
  return new MissingReference(`${what}: map the image with ${how} to let pods do that`)
}
