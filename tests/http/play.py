"""Playing over a Flask test client."""

import random


def bearer(token):
    return {} if token is None else {"Authorization": f"Bearer {token}"}


class Table:
    """A match and the tokens of its seats."""

    def __init__(self, client, game="magpie", seats=2, claimed=None, **wish):
        self.client = client
        wish = {"game": game, "players": seats} | wish
        made = client.post("/v1/matches", json=wish)
        assert made.status_code == 201, made.json
        self.made = made.json
        self.id = made.json["match"]["id"]
        self.path = f"/v1/matches/{self.id}"
        self.host, self.invite = made.json["host_token"], made.json["invite_token"]
        self.tokens = {}
        for seat in range(seats) if claimed is None else claimed:
            self.claim(seat)

    def claim(self, seat=None, token=None, **body):
        body = ({} if seat is None else {"seat": seat}) | body
        answer = self.client.post(self.path + "/seats", json=body, headers=bearer(token or self.invite))
        assert answer.status_code == 201, answer.json
        self.tokens[answer.json["seat"]] = answer.json["token"]
        return answer

    def get(self, seat=None, path="", **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        token = self.tokens[seat] if isinstance(seat, int) else seat
        return self.client.get(self.path + path, headers=bearer(token) | headers)

    def post(self, seat, action, tag=None, expected=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        token = self.tokens[seat] if isinstance(seat, int) else seat
        if tag is not None:
            headers["If-Match"] = tag
        body = {"action": action} | ({} if expected is None else {"expected_version": expected})
        return self.client.post(self.path + "/actions", json=body, headers=bearer(token) | headers)

    def turn(self):
        """Return the seat that is asked and what it sees."""
        asked = self.get(self.invite).json["current_player"]
        return asked, self.get(asked)

    def play(self, seed=0, steps=None):
        """Play at random, to the end or for some steps; yields the answer to every action."""
        choose = random.Random(seed)
        done = 0
        while steps is None or done < steps:
            seat, seen = self.turn()
            if seat is None:
                return
            answer = self.post(seat, choose.choice(seen.json["legal_actions"]), seen.headers["ETag"])
            assert answer.status_code == 201, answer.json
            yield answer
            done += 1

    def play_out(self, seed=0):
        for _ in self.play(seed):
            pass
        return self
