/** Every error that finding, opening or keeping a connection can raise. Codes are public; messages never hold a secret. */
import { defineErrors } from '@kubewright/core'

export const connectionErrors = defineErrors({
  KW_CLIENT_CONFIG_NOT_FOUND: {
    summary: 'There is no configuration to connect with.',
    cause: 'The kubeconfig that was named does not exist, or none of the usual places has one.',
    remedy: 'Name a kubeconfig that exists, set KUBECONFIG, or run in a pod with a service account.',
  },
  KW_CLIENT_CONFIG_UNREADABLE: {
    summary: 'A kubeconfig exists but cannot be read.',
    cause: 'The path is a directory, or the process may not read the file.',
    remedy: 'Correct the path or the permissions of the file.',
  },
  KW_CLIENT_CONFIG_SYNTAX: {
    summary: 'A kubeconfig is not YAML.',
    cause: 'The file is cut off, badly indented, or not a kubeconfig at all.',
    remedy: 'Repair the line the message names; `kubectl config view` complains about the same one.',
  },
  KW_CLIENT_CONFIG_INVALID: {
    summary: 'A field of the connection has a value that cannot be used.',
    cause: 'The field has the wrong type, is missing where it is needed, or says something that cannot be done.',
    remedy: 'Correct the field the message names.',
  },
  KW_CLIENT_CONFIG_CONFLICT: {
    summary: 'Two fields of the connection contradict each other.',
    cause: 'Both of two ways to say the same thing are given, and only one can hold.',
    remedy: 'Remove one of the fields the message names.',
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
    cause: 'Kubernetes removed the gcp and azure auth providers in favour of exec plugins.',
    remedy: 'Install the exec plugin the message names and fetch a new kubeconfig.',
  },
  KW_CLIENT_FILE_UNREADABLE: {
    summary: 'A file the connection needs cannot be read.',
    cause: 'A certificate, key or token file is missing, empty, or not readable for this process.',
    remedy: 'Restore the file or correct its path; in a pod, check that the volume is mounted.',
  },
  KW_CLIENT_PEM_INVALID: {
    summary: 'A certificate or key cannot be read.',
    cause: 'It is not base64 where base64 is wanted, not PEM, cut off, or a key protected by a passphrase.',
    remedy: 'Replace it by an unprotected PEM text.',
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
    summary: 'The certificate of the server cannot be trusted.',
    cause: 'It was not issued by the CA in the configuration, is self-signed, or is outside its dates.',
    remedy:
      'Set the CA that issued it; if it has expired, renew it. Do not turn the check off: whoever answers would get your credentials.',
  },
  KW_CLIENT_SERVER_NAME: {
    summary: 'The certificate of the server is for another name.',
    cause: 'The address in the configuration is not among the names in the certificate.',
    remedy: 'Use one of the names in the certificate as address, or set tls-server-name to one of them.',
  },
  KW_CLIENT_UNREACHABLE: {
    summary: 'The server cannot be reached; the request certainly did not arrive.',
    cause: 'Nothing listens at the address, the name does not resolve, or something on the way drops the connection.',
    remedy: 'Check the address, the network and the proxy; trying again is safe.',
  },
  KW_CLIENT_CONNECTION_LOST: {
    summary: 'The connection ended before the answer did; the request may have arrived.',
    cause: 'The server was restarted, a load balancer cut the connection, or no answer came in time.',
    remedy: 'Read the object before you repeat a write; repeating a read is safe.',
  },
  KW_CLIENT_PROXY_REFUSED: {
    summary: 'The proxy does not let the connection through.',
    cause: 'The proxy wants other credentials, or forbids the address.',
    remedy: 'Correct the proxy URL, or add the address to NO_PROXY.',
  },
  KW_CLIENT_WRONG_PROTOCOL: {
    summary: 'The server and the configuration do not agree on TLS.',
    cause: 'The address says https and the server speaks http, or the reverse.',
    remedy: 'Change the scheme of the address, or the port.',
  },
  KW_CLIENT_NOT_KUBERNETES: {
    summary: 'What answers at the address is not a Kubernetes API server.',
    cause: 'A login page, a captive portal or an ordinary web server answers there.',
    remedy: 'Correct the address, log in where the message says, or take the proxy out of the way.',
  },
  KW_CLIENT_CREDENTIALS_INVALID: {
    summary: 'A credential cannot be sent as it is.',
    cause: 'A token or password holds line breaks or other characters a header cannot carry.',
    remedy: 'Check how the credential was written; a token is one line of text.',
  },
  KW_CLIENT_EXEC_NOT_FOUND: {
    summary: 'The credential plugin of the kubeconfig is not installed.',
    cause: 'The command is not on PATH, or the path in the kubeconfig does not exist.',
    remedy: 'Install the plugin; the message repeats what the kubeconfig says about how.',
  },
  KW_CLIENT_EXEC_FAILED: {
    summary: 'The credential plugin failed.',
    cause: 'It exited with an error, took too long, or wants a terminal where there is none.',
    remedy: 'Run the plugin by hand; usually you have to log in again.',
  },
  KW_CLIENT_EXEC_OUTPUT: {
    summary: 'The credential plugin printed something that is not a credential.',
    cause: 'The output is not an ExecCredential of the version the kubeconfig asks for, or it is incomplete.',
    remedy: 'Update the plugin, or correct apiVersion in the kubeconfig.',
  },
  KW_CLIENT_OIDC_EXPIRED: {
    summary: 'The OpenID Connect login has expired and cannot be renewed.',
    cause: 'The id-token is out of date, and there is no refresh-token or the issuer no longer accepts it.',
    remedy: 'Log in again.',
  },
  KW_CLIENT_OIDC_FAILED: {
    summary: 'The OpenID Connect issuer did not give a new token.',
    cause: 'The issuer cannot be reached, answers with an error, or does not return an id_token.',
    remedy: 'Check idp-issuer-url and its CA; the message says what the issuer answered.',
  },
  KW_CLIENT_STREAM_LIMIT: {
    summary: 'Too many streams are open on one connection.',
    cause: 'Watches are opened and never closed, or the program needs more than maxStreams allows.',
    remedy: 'Close watches you no longer need, or raise maxStreams.',
  },
  KW_CLIENT_RESPONSE_TOO_LARGE: {
    summary: 'An answer is too large to be held as one text.',
    cause: 'A list of very many objects was asked for in one piece.',
    remedy: 'Ask for the list in pages.',
  },
  KW_CLIENT_BODY_USED: {
    summary: 'The body of a response was read twice.',
    cause: 'A body is a stream: it can be read once, one way.',
    remedy: 'Keep what you read.',
  },
  KW_CLIENT_CLOSED: {
    summary: 'The connection has been closed.',
    cause: 'A request was sent, or still under way, after the transport was disposed.',
    remedy: 'Dispose the transport last.',
  },
})
