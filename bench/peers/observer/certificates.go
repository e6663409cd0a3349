package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"time"
)

// makeCertificates writes an authority for clients, and a certificate for each of two administrators, so that the server can tell
// the operator's requests from the observer's.
func makeCertificates(r request) (any, error) {
	authority := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "bench-clients"},
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
	}
	authorityKey, err := writePair(filepath.Join(r.directory, "client-ca"), authority, nil, nil)
	if err != nil {
		return nil, err
	}
	for _, user := range []string{"operator", "observer"} {
		client := &x509.Certificate{
			Subject:     pkix.Name{CommonName: user, Organization: []string{"system:masters"}},
			KeyUsage:    x509.KeyUsageDigitalSignature,
			ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
		}
		if _, err := writePair(filepath.Join(r.directory, user), client, authority, authorityKey); err != nil {
			return nil, err
		}
	}
	return map[string]string{"directory": r.directory}, nil
}

// writePair signs with its own key if there is no authority.
func writePair(path string, certificate, authority *x509.Certificate, authorityKey *rsa.PrivateKey) (*rsa.PrivateKey, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		return nil, err
	}
	certificate.SerialNumber = serial
	certificate.NotBefore, certificate.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(48*time.Hour)
	if authority == nil {
		authority, authorityKey = certificate, key
	}
	der, err := x509.CreateCertificate(rand.Reader, certificate, authority, &key.PublicKey, authorityKey)
	if err != nil {
		return nil, err
	}
	if err := writePEM(path+".crt", "CERTIFICATE", der); err != nil {
		return nil, err
	}
	// RSA in PKCS 1, as kubeadm writes keys: the library of java-operator-sdk reads no other format by default.
	return key, writePEM(path+".key", "RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(key))
}

func writePEM(path, kind string, der []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
