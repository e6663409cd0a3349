/** The errors of loading, opening and keeping a connection. Codes are public; messages never contain a secret. */
import { defineErrors } from '@kubewright/core/errors'

/** The factory and registry of the errors of loading, opening and keeping a connection, by code. */
export const connectionErrors = defineErrors({
  KW_CLIENT_CONFIG_NOT_FOUND: {
    summary: 'No connection is configured.',
    cause:
      'A kubeconfig that the program or KUBECONFIG names does not exist; or none is named, ~/.kube/config does not exist, and the ' +
      'process is not in a pod.',
    remedy: 'Pass the path of an existing kubeconfig, set KUBECONFIG, or run in a pod with a service account.',
  },
  KW_CLIENT_CONFIG_UNREADABLE: {
    summary: 'A kubeconfig exists but cannot be read.',
    cause: 'The path is a directory, or the process may not read the file.',
    remedy: 'Correct the path or the permissions of the file.',
  },
  KW_CLIENT_CONFIG_SYNTAX: {
    summary: 'A kubeconfig is not YAML.',
    cause: 'The file is cut off, badly indented, or not a kubeconfig at all.',
    remedy: 'Repair the line in the message; `kubectl config view` reports the same one.',
  },
  KW_CLIENT_CONFIG_INVALID: {
    summary: 'A field of the connection is not valid.',
    cause: 'The field has the wrong type, is missing although it is required, or has an impossible value.',
    remedy: 'Set the field to a value of the documented type: `server` is a URL such as `https://10.0.0.1:6443`.',
  },
  KW_CLIENT_CONFIG_CONFLICT: {
    summary: 'Two fields of the connection exclude each other.',
    cause: 'Both fields set the same thing, for example two ways to log in.',
    remedy: 'Keep one of the two fields.',
  },
  KW_CLIENT_CONTEXT_NOT_FOUND: {
    summary: 'The kubeconfig has no such context, or none is chosen.',
    cause: 'A misspelled context name, or a kubeconfig without current-context.',
    remedy: 'Pass one of the contexts the message lists, or run `kubectl config use-context`.',
  },
  KW_CLIENT_CLUSTER_NOT_FOUND: {
    summary: 'A context names a cluster the kubeconfig does not have.',
    cause: 'The cluster was renamed or deleted, or lives in a file that is not in KUBECONFIG.',
    remedy: 'Correct the context, or add the file that has the cluster.',
  },
  KW_CLIENT_USER_NOT_FOUND: {
    summary: 'A context names a user the kubeconfig does not have.',
    cause: 'The user was renamed or deleted, or lives in a file that is not in KUBECONFIG.',
    remedy: 'Correct the context, or add the file that has the user.',
  },
  KW_CLIENT_AUTH_PROVIDER: {
    summary: 'The kubeconfig logs in through an auth provider that no longer exists.',
    cause:
      'Kubernetes removed the gcp and azure auth providers in favour of exec plugins, or the provider has never existed.',
    remedy: 'Install the exec plugin of your cloud (`gke-gcloud-auth-plugin`, `kubelogin`) and fetch a new kubeconfig.',
  },
  KW_CLIENT_FILE_UNREADABLE: {
    summary: 'A file of the connection cannot be read.',
    cause: 'A certificate, key or token file is missing, empty, or not readable by this process.',
    remedy: 'Restore the file or correct its path; in a pod, check that the volume is mounted.',
  },
  KW_CLIENT_PEM_INVALID: {
    summary: 'A certificate or key cannot be parsed.',
    cause: 'It is not base64 where base64 is expected, not PEM, truncated, or a key with a passphrase.',
    remedy: 'Replace it with an unencrypted PEM.',
  },
  KW_CLIENT_KEY_MISMATCH: {
    summary: 'The client key does not belong to the client certificate.',
    cause: 'One of the two was renewed without the other.',
    remedy: 'Use the key the certificate was issued for.',
  },
  KW_CLIENT_CERTIFICATE_EXPIRED: {
    summary: 'The server refused a client certificate that has expired.',
    cause: 'Client certificates live for a year or less and have to be renewed.',
    remedy: 'Renew the certificate, for example with `kubeadm certs renew`, or fetch a new kubeconfig.',
  },
  KW_CLIENT_CERTIFICATE_REFUSED: {
    summary: 'The server refused the client certificate while the connection was opened.',
    cause:
      'The certificate comes from a CA the server does not know, was revoked, or none was sent where one is needed.',
    remedy: 'Use a certificate issued by the CA of this cluster.',
  },
  KW_CLIENT_SERVER_UNTRUSTED: {
    summary: "The server's certificate is not trusted.",
    cause: 'It was not issued by the configured CA, is self-signed, or is outside its validity period.',
    remedy:
      'Configure the CA that issued it, or renew it if it has expired. Do not disable verification: any server on the way would receive your credentials.',
  },
  KW_CLIENT_SERVER_NAME: {
    summary: "The server's certificate is for another host name.",
    cause: 'The address in the configuration is not among the names in the certificate.',
    remedy: 'Use a name of the certificate as address, or set `tls-server-name` to one of them.',
  },
  KW_CLIENT_UNREACHABLE: {
    summary: 'The server cannot be reached. The request was not executed.',
    cause: 'Nothing listens at the address, its name does not resolve, or a firewall drops the connection.',
    remedy: 'Check the address, the network and the proxy. Retrying is safe.',
  },
  KW_CLIENT_CONNECTION_LOST: {
    summary: 'The connection ended before the response did. The request may have been executed.',
    cause: 'The server restarted, a load balancer closed the connection, or no response arrived in time.',
    remedy: 'Read the object before you repeat a write. Repeating a read is safe.',
  },
  KW_CLIENT_PROXY_REFUSED: {
    summary: 'The proxy refused the connection.',
    cause: 'The proxy requires other credentials, or forbids the address.',
    remedy: 'Correct the proxy URL, or add the address to NO_PROXY.',
  },
  KW_CLIENT_WRONG_PROTOCOL: {
    summary: 'The address and the server disagree about TLS.',
    cause: 'The address has `https` and the server speaks plain HTTP, or the reverse.',
    remedy: 'Change the scheme or the port of the address.',
  },
  KW_CLIENT_NOT_KUBERNETES: {
    summary: 'The server at the address is not a Kubernetes API server.',
    cause: 'A login page, a captive portal or another web server responds there.',
    remedy: 'Correct the address, log in at the page in the message, or bypass the proxy with NO_PROXY.',
  },
  KW_CLIENT_CREDENTIALS_INVALID: {
    summary: 'A credential cannot be sent.',
    cause: 'A token or password contains line breaks or other characters that an HTTP header cannot carry.',
    remedy: 'Check how the credential was stored; a token is a single line.',
  },
  KW_CLIENT_EXEC_NOT_FOUND: {
    summary: 'The credential plugin of the kubeconfig is not installed.',
    cause: 'The command is not on PATH, or the path in the kubeconfig does not exist.',
    remedy: 'Install the plugin; the message repeats the installation hint of the kubeconfig.',
  },
  KW_CLIENT_EXEC_FAILED: {
    summary: 'The credential plugin failed.',
    cause: 'It is not executable, exited with an error, exceeded its time, or needs a terminal and has none.',
    remedy: 'Run the plugin in a terminal; usually you have to log in again.',
  },
  KW_CLIENT_EXEC_OUTPUT: {
    summary: 'The output of the credential plugin is not a credential.',
    cause: 'It is not an ExecCredential of the version in the kubeconfig, or is incomplete.',
    remedy: 'Update the plugin, or correct `apiVersion` of the plugin in the kubeconfig.',
  },
  KW_CLIENT_OIDC_EXPIRED: {
    summary: 'The OpenID Connect login has expired and cannot be renewed.',
    cause: 'The id-token is out of date, and there is no refresh-token or the issuer no longer accepts it.',
    remedy: 'Log in again.',
  },
  KW_CLIENT_OIDC_FAILED: {
    summary: 'The OpenID Connect issuer did not return a new token.',
    cause: 'The issuer cannot be reached, responds with an error, or returns no id_token.',
    remedy: "Check idp-issuer-url and its CA; the message has the issuer's response.",
  },
  KW_CLIENT_STREAM_LIMIT: {
    summary: 'Too many streams are open on one connection.',
    cause: 'Watches are opened and never closed, or the program needs more than maxStreams allows.',
    remedy: 'Close watches you no longer need, or raise maxStreams.',
  },
  KW_CLIENT_RESPONSE_TOO_LARGE: {
    summary: 'A response exceeds the maximum length of a string in Node.',
    cause: 'A list of very many objects was requested without pages.',
    remedy: 'List in pages: pass `limit`.',
  },
  KW_CLIENT_BODY_USED: {
    summary: 'A response body was read twice.',
    cause: 'A body is a stream and can be read once.',
    remedy: 'Keep the result of the first read.',
  },
  KW_CLIENT_CLOSED: {
    summary: 'The client, or its transport, has been disposed.',
    cause: 'A request was sent after the client or its transport was disposed, or was still in flight then.',
    remedy: 'Dispose the client and its transport after everything that uses them.',
  },
})
