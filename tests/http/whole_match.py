"""A whole match over HTTP: one client process a seat, each knowing nothing but its token.

``python -m tests.http.whole_match maillot-jaune`` starts a server in a temporary folder, lets independent
processes play the match to its end and then checks the record: the commitment made before anybody sat down, the
seed that follows from the server's bytes and the players' nonces, and the digest, by replaying every action.
"""

import argparse
import hashlib
import json
import random
import secrets
import subprocess
import sys
import tempfile

import boardkit
import boardkit.registry
from tests.http.server import ROOT, Client, running


def take_part(address, match, token, seed):
    """Play one seat to the end: look, choose among the legal actions, act; returns what was seen."""
    client, choose = Client(address, token), random.Random(seed)
    path, tag, seen = f"/v1/matches/{match}", '""', {"acted": 0, "lost_races": 0, "views": 0, "actions": []}
    while True:
        answer = client.wait(path, tag)
        assert answer.status == 200, answer.body
        tag, now = answer.headers["ETag"], answer.json
        seen["views"] += 1
        if now["status"] == "finished":
            return seen | {"ranking": now["ranking"], "returns": now["returns"], "seat": now["you"]}
        if not now["legal_actions"]:
            continue
        action = choose.choice(now["legal_actions"])
        if now["you"] == 0 and "flip" in action:  # a placement: this client never takes one out of the list
            action = dropped(client, now, action, choose)
            seen["snapped"] = seen.get("snapped", 0) + 1
        done = client.ask("POST", path + "/actions", {"action": action}, If_Match=tag)
        assert done.status in {201, 412}, done.body
        seen["acted" if done.status == 201 else "lost_races"] += 1
        if done.status == 201:
            seen["actions"].append(action)


def dropped(client, now, wish, choose):
    """Drop a tile somewhere near the middle and return the placement that the service makes of it."""
    for _ in range(50):
        drop = {
            "view": now["view"],
            "tile": wish["tile"],
            "flip": choose.randrange(2),
            "rotation": choose.randrange(72),
            "x": choose.randrange(-150, 151),
            "y": choose.randrange(-150, 151),
        }
        answer = client.ask("POST", f"/v1/games/{now['game']}/snap", drop)
        assert answer.status == 200, answer.body
        if "action" in answer.json:
            return answer.json["action"]
        assert answer.json["reason"]["code"]
    raise AssertionError("fifty drops, and nowhere near any of them is a legal placement")


def play(address, game, players=None, options=None):
    """Make a match, let a process a seat play it, check its record; returns a summary."""
    anybody = Client(address)
    wish = {"game": game, "options": options or {}} | ({"players": players} if players else {})
    made = anybody.ask("POST", "/v1/matches", wish)
    assert made.status == 201, made.body
    match, commitment = made.json["match"]["id"], made.json["match"]["commitment"]
    nonces, children = [], []
    for seat in range(made.json["match"]["players"]):
        nonces.append(secrets.token_bytes(8 + seat))
        claimed = anybody.ask("POST", f"/v1/matches/{match}/seats", {"seat": seat, "nonce": nonces[-1].hex()})
        assert claimed.status == 201, claimed.body
        command = [sys.executable, "-m", "tests.http.whole_match", "--seat", address, match, str(seat)]
        # The token goes through a pipe: a command line can be read by others.
        child = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        child.stdin.write(claimed.json["token"] + "\n")
        child.stdin.flush()
        children.append(child)
    try:
        told = []
        for child in children:
            out, err = child.communicate(timeout=240)
            assert child.returncode == 0, err
            told.append(json.loads(out))
    finally:
        for child in children:
            child.kill()
            child.communicate()
    record = anybody.ask("GET", f"/v1/matches/{match}/record")
    assert record.status == 200, record.body
    final = verify(record.json, commitment, nonces)
    assert all(seen["ranking"] == list(final.ranking) for seen in told)
    assert all(seen["returns"] == list(final.returns) for seen in told)
    return {
        "game": game,
        "match": match,
        "actions": len(record.json["record"]["actions"]),
        "acted": [seen["acted"] for seen in told],
        "snapped": told[0].get("snapped", 0),
        "first": told[0]["actions"],
        "ranking": list(final.ranking),
        "returns": list(final.returns),
        "digest": record.json["record"]["digest"],
    }


def verify(told, commitment, nonces):
    """Check a record as an outsider would, and return the final state.

    Written from the published description, with nothing of the service's own code.
    """
    server = bytes.fromhex(told["server_bytes"])
    assert told["commitment"] == commitment
    assert hashlib.sha256(server).hexdigest() == commitment
    assert [bytes.fromhex(nonce) for nonce in told["nonces"]] == nonces
    derived = hashlib.sha256(b"boardkit/match/1\0" + server)
    for nonce in nonces:
        derived.update(bytes([len(nonce)]) + nonce)
    assert derived.hexdigest() == told["seed"] == told["record"]["seed"]
    record = boardkit.from_builtins(told["record"])
    return record.verify()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("game", nargs="?", default="maillot-jaune")
    parser.add_argument("--players", type=int)
    parser.add_argument("--address", help="a server that runs already; without it one is started")
    parser.add_argument("--seat", nargs=3, metavar=("ADDRESS", "MATCH", "SEED"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.seat is not None:
        address, match, seed = given.seat
        print(json.dumps(take_part(address, match, sys.stdin.readline().strip(), seed)))
        return
    if given.address is not None:
        print(json.dumps(play(given.address, given.game, given.players), indent=2))
        return
    outside = {} if boardkit.registry.is_builtin(given.game) else {"BOARDKIT_GAMES": given.game}
    with tempfile.TemporaryDirectory() as folder, running(folder, **outside) as address:
        print(json.dumps(play(address, given.game, given.players), indent=2))
    print("The commitment, the seed and the digest are right.")


if __name__ == "__main__":
    main()
