const node = `import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;

/** Throws unless \`body\`, the text as it arrived, was signed with \`secret\` (whsec_...) just now. */
export function verifyWebhook(secret, headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new Error('webhook is too old');
  }
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const isSigned = String(headers['webhook-signature'])
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  if (!isSigned) throw new Error('webhook signature is wrong');
  return JSON.parse(body);
}
`;

const python = `import base64
import hashlib
import hmac
import json
import time

TOLERANCE_SECONDS = 300


def verify_webhook(secret, headers, body):
    """Raises unless \`body\`, the bytes as they arrived, was signed with \`secret\` (whsec_...) just now."""
    message_id = headers["webhook-id"]
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("webhook is too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(one.encode(), expected.encode()) for one in given):
        raise ValueError("webhook signature is wrong")
    return json.loads(body)
`;

const go = `package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const toleranceSeconds = 300

// Verify fails unless body, as it arrived, was signed with secret (whsec_...) just now.
func Verify(secret string, headers http.Header, body []byte) error {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > toleranceSeconds {
		return errors.New("webhook is too old")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return nil
		}
	}
	return errors.New("webhook signature is wrong")
}
`;

const php = `<?php
const TOLERANCE_SECONDS = 300;

/** Throws unless $body, the text as it arrived, was signed with $secret (whsec_...) just now. */
function verify_webhook(string $secret, array $headers, string $body): array
{
    $id = $headers['webhook-id'];
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        throw new RuntimeException('webhook is too old');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $mac = hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
    $expected = 'v1,' . base64_encode($mac);
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('webhook signature is wrong');
}
`;

const ruby = `require "base64"
require "json"
require "openssl"

TOLERANCE_SECONDS = 300

# Raises unless body, the text as it arrived, was signed with secret (whsec_...) just now.
def verify_webhook(secret, headers, body)
  id, timestamp = headers.values_at("webhook-id", "webhook-timestamp")
  raise "webhook is too old" if (Time.now.to_i - Integer(timestamp)).abs > TOLERANCE_SECONDS

  key = Base64.strict_decode64(secret.delete_prefix("whsec_"))
  mac = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{body}")
  expected = "v1," + Base64.strict_encode64(mac)
  given = headers["webhook-signature"].split(" ")
  is_signed = given.any? { |one| OpenSSL.secure_compare(one, expected) }
  raise "webhook signature is wrong" unless is_signed

  JSON.parse(body)
end
`;

const java = `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Webhook {
    private static final long TOLERANCE_SECONDS = 300;

    /** Throws unless body, as it arrived, was signed with secret (whsec_...) just now. */
    static void verify(String secret, Map<String, String> headers, byte[] body)
            throws GeneralSecurityException {
        String id = headers.get("webhook-id");
        String timestamp = headers.get("webhook-timestamp");
        long age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
        if (Math.abs(age) > TOLERANCE_SECONDS) {
            throw new GeneralSecurityException("webhook is too old");
        }
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body)))
                .getBytes(StandardCharsets.UTF_8);
        for (String given : headers.get("webhook-signature").split(" ")) {
            if (MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected)) {
                return;
            }
        }
        throw new GeneralSecurityException("webhook signature is wrong");
    }
}
`;

/**
 * Code samples that verify a message without dependencies, in display order. The module also runs
 * in plain Node. Source: Standard Webhooks, "Verifying webhook authenticity".
 */
export const verificationSamples = [
  { id: 'node', label: 'Node', code: node },
  { id: 'python', label: 'Python', code: python },
  { id: 'go', label: 'Go', code: go },
  { id: 'php', label: 'PHP', code: php },
  { id: 'ruby', label: 'Ruby', code: ruby },
  { id: 'java', label: 'Java', code: java },
] as const;

/** Language of {@link verificationSamples}. */
export type VerificationLanguage = (typeof verificationSamples)[number]['id'];
