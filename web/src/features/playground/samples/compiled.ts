import { prettyBody, type SampleRequest } from './sample-request.ts';

/** Go program without dependencies. */
export function goSample(request: SampleRequest): string {
  return `package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := ${goText(prettyBody(request))}
	request, err := http.NewRequest("POST", ${JSON.stringify(request.endpoint)}, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("x-api-key", ${JSON.stringify(request.apiKey)})
	request.Header.Set("content-type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != 200 {
		log.Fatal(string(answer))
	}
	if err := os.WriteFile("${request.fileName}", answer, 0o644); err != nil {
		log.Fatal(err)
	}
}
`;
}

/** Java class (15 or later) without dependencies. */
export function javaSample(request: SampleRequest): string {
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

public class Shot {
    public static void main(String[] args) throws Exception {
        String body = """
            ${prettyBody(request, 12).replaceAll('\\', String.raw`\\`)}""";
        HttpRequest request = HttpRequest.newBuilder(URI.create(${JSON.stringify(request.endpoint)}))
            .header("x-api-key", ${JSON.stringify(request.apiKey)})
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
        HttpResponse<byte[]> response = HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) throw new RuntimeException(new String(response.body()));
        Files.write(Path.of("${request.fileName}"), response.body());
    }
}
`;
}

/** C# program (.NET 7 or later) without dependencies. */
export function csharpSample(request: SampleRequest): string {
  return `using System.Text;

using var client = new HttpClient();
client.DefaultRequestHeaders.Add("x-api-key", ${JSON.stringify(request.apiKey)});
var body = """
    ${prettyBody(request, 4)}
    """;
using var content = new StringContent(body, Encoding.UTF8, "application/json");
using var response = await client.PostAsync(${JSON.stringify(request.endpoint)}, content);
if ((int)response.StatusCode != 200)
{
    throw new Exception(await response.Content.ReadAsStringAsync());
}
await File.WriteAllBytesAsync("${request.fileName}", await response.Content.ReadAsByteArrayAsync());
`;
}

// A raw string literal is the most readable, but it cannot contain a backtick.
function goText(text: string): string {
  return text.includes('`') ? JSON.stringify(text) : `\`${text}\``;
}
